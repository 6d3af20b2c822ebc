# Development and demos only: the sandbox refuses production by itself.
FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY gateway/package.json gateway/
COPY services/_chassis/package.json services/_chassis/
COPY web/package.json web/
COPY web/kit/package.json web/kit/
COPY deploy/sandbox/package.json deploy/sandbox/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/sandbox
COPY deploy/sandbox deploy/sandbox
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
CMD ["node", "--enable-source-maps", "deploy/sandbox/src/main.ts"]
