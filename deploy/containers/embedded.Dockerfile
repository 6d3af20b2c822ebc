# The embedded server in place of MongoDB, for the container test only.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
RUN mkdir -p /data/db && chown node:node /data/db
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY deploy/embedded/package.json deploy/embedded/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/embedded && rm -r package-lock.json .npmrc ~/.npm
COPY deploy/embedded deploy/embedded
USER node
VOLUME /data/db
CMD ["node", "deploy/embedded/src/main.ts", "--dir", "/data/db", "--host", "0.0.0.0", "--port", "27017"]
