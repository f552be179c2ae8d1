# syntax=docker/dockerfile:1
# Spindle in one image: built in the first stage, and in the second only what runs. The embedded PostgreSQL comes along.

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run build && npm run lay-out -- /app

FROM debian:bookworm-slim
# Node alone: nothing here installs a package.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN groupadd --gid 10001 spindle \
  && useradd --uid 10001 --gid spindle --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin spindle \
  && install --directory --owner=spindle --group=spindle --mode=0700 /data
COPY --from=build /app /app
WORKDIR /app
USER spindle
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SPINDLE_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/launch.mjs", "start"]
