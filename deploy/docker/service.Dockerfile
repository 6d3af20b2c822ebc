# One image for each service: docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=library .
# No build step: Node strips the types, so what is written is what runs.
FROM node:24-slim
ARG SERVICE
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY gateway/package.json gateway/
COPY services/_chassis/package.json services/_chassis/
COPY services/${SERVICE}/package.json services/${SERVICE}/
COPY web/package.json web/
COPY web/kit/package.json web/kit/
COPY deploy/sandbox/package.json deploy/sandbox/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @satrangi/${SERVICE} -w @satrangi/chassis -w @satrangi/contracts
COPY contracts contracts
COPY services/_chassis services/_chassis
COPY services/${SERVICE} services/${SERVICE}
RUN mkdir -p /data && chown node:node /data && ln -s /app/services/${SERVICE}/src/main.ts /app/main.ts
USER node
VOLUME /data
# The link is followed: modules are found from where the file really is.
CMD ["node", "--enable-source-maps", "main.ts"]
