# The gateway with the built pages.
FROM node:24-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY gateway/package.json gateway/
COPY services/_chassis/package.json services/_chassis/
COPY web/package.json web/
COPY web/kit/package.json web/kit/
COPY deploy/sandbox/package.json deploy/sandbox/
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm run build -w web

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY gateway/package.json gateway/
COPY services/_chassis/package.json services/_chassis/
COPY web/package.json web/
COPY web/kit/package.json web/kit/
COPY deploy/sandbox/package.json deploy/sandbox/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/gateway -w @satrangi/chassis -w @satrangi/contracts
COPY contracts contracts
COPY services/_chassis services/_chassis
COPY gateway gateway
COPY --from=pages /app/web/dist web/dist
USER node
CMD ["node", "--enable-source-maps", "gateway/src/main.ts"]
