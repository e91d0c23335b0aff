# Ferry on the official Node 24 image. The README's commands: npm ci, npm run build, npm start.
ARG NODE_IMAGE=node:24-bookworm-slim

# The page is built with the development dependencies, by the machine that builds: it is the same for every other. The Node that
# npm brings along (docs/decisions/001) is removed: the image has its own.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS page
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY . .
# What git would say: docker build --build-arg FERRY_COMMIT=$(git rev-parse --short=12 HEAD)
ARG FERRY_COMMIT=
RUN npm run build

# A look at all of it, with a localnet and made-up holders, and nothing that lasts:
#   docker build --target demo -t ferry-demo . && docker run --rm --init -p 127.0.0.1:3000:3000 ferry-demo
FROM ${NODE_IMAGE} AS demo
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY --from=page /app/dist dist
COPY src src
COPY lab lab
USER node
EXPOSE 3000
CMD ["node", "--import", "./src/bin/require-node-24.js", "lab/bin/demo.ts", "--built", "--host", "0.0.0.0"]

# Optional dependencies are left out: they are Node itself, and a driver for another runtime.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional

FROM ${NODE_IMAGE} AS ferry
# The two of malloc give memory back to the system as soon as it is free: glibc would keep what the threads that read lists had.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY src src
COPY tools tools
COPY --from=page /app/dist dist
# Node keeps what it compiled apart for each user: the one who runs the server compiles, and can not write there after.
RUN install -d -o node -g node node_modules/.cache
USER node
RUN node --import ./src/bin/require-node-24.js src/bin/compile.ts
USER root
RUN chown -R root:root node_modules/.cache && chmod -R a+rX node_modules/.cache
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# What npm start runs, without npm in between: signals reach the server.
CMD ["node", "--max-semi-space-size=8", "--import", "./src/bin/require-node-24.js", "src/bin/serve.ts"]
