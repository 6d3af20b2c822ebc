# Node's image with a cache of npm: each package is downloaded once for all images of a run. They remove the cache.
ARG NODE
FROM ${NODE}
WORKDIR /warm
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && rm -r /warm
WORKDIR /
ENV npm_config_prefer_offline=true
