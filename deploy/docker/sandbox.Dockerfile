# Development and demos only: the sandbox refuses production by itself.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
# Executable, not readable: Linux then hides the environment and memory of a node process from others of the same user.
RUN chmod 0711 "$(readlink -f "$(command -v node)")" && mkdir -p /data && chown node:node /data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY deploy/sandbox/package.json deploy/sandbox/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/sandbox && rm -r package-lock.json .npmrc ~/.npm
COPY deploy/sandbox deploy/sandbox
USER node
VOLUME /data
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SANDBOX_PORT + '/sandbox/google/certs').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "deploy/sandbox/src/main.ts"]
