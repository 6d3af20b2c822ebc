# Node's image, made from Debian's packages and the npm package `node`, where image registries are out of reach.
ARG DEBIAN
FROM ${DEBIAN}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates /etc/ssl/certs/
RUN chmod 0755 /usr/local/bin/node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node \
  && mkdir -p /root/.npm
# Where the registry's certificate is signed by an authority of the network, npm accepts it as the machine does.
ARG EXTRA_CA=
ENV NODE_EXTRA_CA_CERTS=${EXTRA_CA}
CMD ["node"]
