# One image for each service: docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=library .
# No build step: Node strips the types, so what is written is what runs.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
# Executable, not readable: Linux then hides the environment and memory of a node process from others of the same user.
RUN chmod 0711 "$(readlink -f "$(command -v node)")" && mkdir -p /data && chown node:node /data
ARG SERVICE
ENV NODE_ENV=production
WORKDIR /app
# Only the manifests of what runs: with others present, npm installs their packages too.
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY services/_chassis/package.json services/_chassis/
COPY services/${SERVICE}/package.json services/${SERVICE}/
# Of the 340 APIs in googleapis (242 MB) two are used, by some services. Source maps of packages take up to 60 MB.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/${SERVICE} -w @satrangi/chassis -w @satrangi/contracts \
  && find node_modules -mindepth 5 -maxdepth 5 -type d -path 'node_modules/googleapis/build/src/apis/*' ! -name drive ! -name sheets -exec rm -r {} + \
  && find node_modules -name '*.map' -type f -delete \
  && rm -r package-lock.json .npmrc ~/.npm
COPY contracts contracts
COPY services/_chassis services/_chassis
COPY services/${SERVICE} services/${SERVICE}
RUN ln -s /app/services/${SERVICE}/src/main.ts /app/main.ts
USER node
VOLUME /data
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The link is followed: modules are found from where the file really is.
CMD ["node", "--enable-source-maps", "--no-allocation-site-pretenuring", "--max-semi-space-size=16", "main.ts"]
