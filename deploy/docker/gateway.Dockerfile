# The gateway with the built pages.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS pages
WORKDIR /app
# Only the manifests of what the pages are built from.
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY web/package.json web/
COPY admin-web/package.json admin-web/
COPY web/kit/package.json web/kit/
RUN npm ci --no-audit --no-fund --ignore-scripts --include-workspace-root -w @satrangi/web -w @satrangi/admin-web -w @satrangi/kit -w @satrangi/contracts
COPY contracts contracts
COPY web web
COPY admin-web admin-web
# The build compares the letters of the fonts with the titles of the demo shelf.
COPY deploy/seed/content deploy/seed/content
RUN npm run build

FROM ${NODE_IMAGE}
# Executable, not readable: Linux then hides the environment and memory of a node process from others of the same user.
RUN chmod 0711 "$(readlink -f "$(command -v node)")" && mkdir -p /data && chown node:node /data
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY services/_chassis/package.json services/_chassis/
COPY gateway/package.json gateway/
# Source maps of packages take up to 60 MB.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/gateway -w @satrangi/chassis -w @satrangi/contracts \
  && find node_modules -name '*.map' -type f -delete \
  && rm -r package-lock.json .npmrc ~/.npm
COPY contracts contracts
COPY services/_chassis services/_chassis
COPY gateway gateway
COPY --from=pages /app/web/dist web/dist
COPY --from=pages /app/admin-web/dist admin-web/dist
USER node
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--no-allocation-site-pretenuring", "--max-semi-space-size=4", "--expose-gc", "gateway/src/main.ts"]
