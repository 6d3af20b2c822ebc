# RabbitMQ of Debian, with the command names, users and folders of the public image.
ARG DEBIAN
FROM ${DEBIAN}
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends rabbitmq-server \
  && rm -rf /var/lib/apt/lists/* /var/lib/rabbitmq/.erlang.cookie && mkdir -p /etc/rabbitmq/conf.d \
  && printf 'log.console = true\nloopback_users = none\n' > /etc/rabbitmq/conf.d/10-defaults.conf
COPY docker-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/rabbitmq/bin:$PATH HOME=/var/lib/rabbitmq RABBITMQ_CONFIG_FILES=/etc/rabbitmq/conf.d RABBITMQ_LOGS=-
USER rabbitmq
VOLUME /var/lib/rabbitmq
EXPOSE 5672
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["rabbitmq-server"]
