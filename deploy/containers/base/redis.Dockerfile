# Redis of Debian, with the command names of the public image.
ARG DEBIAN
FROM ${DEBIAN}
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/*
COPY docker-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
EXPOSE 6379
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server", "--bind", "0.0.0.0", "--protected-mode", "no"]
