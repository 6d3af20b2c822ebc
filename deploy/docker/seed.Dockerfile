# Puts the demo titles on the shelf and ends.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
# Executable, not readable: Linux then hides the environment and memory of a node process from others of the same user.
RUN chmod 0711 "$(readlink -f "$(command -v node)")" && mkdir -p /data && chown node:node /data
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY deploy/seed/package.json deploy/seed/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/seed -w @satrangi/contracts && rm -r package-lock.json .npmrc ~/.npm
COPY contracts contracts
COPY deploy/seed deploy/seed
USER node
VOLUME /data
CMD ["node", "--enable-source-maps", "deploy/seed/src/main.ts"]
