# One image for every role: `docker run … up --roles worker`. The stages that build are thrown away; what runs has no compiler, no
# development packages and no right to change itself.

FROM node:24.21.0-trixie-slim AS page
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --ignore-scripts
COPY src src
COPY ui ui
RUN node node_modules/vite/bin/vite.js build --config ui/vite.config.ts --outDir /app/dist/ui --logLevel warn

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node, ffmpeg and ffprobe come with this image; what npm brings of them is for machines that have none.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/node-linux-* node_modules/@ffmpeg-installer node_modules/@ffprobe-installer

FROM node:24.21.0-trixie-slim
# What clips need. Everything else works without.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap ffmpeg libnss3 yt-dlp \
  && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin gamekeeper \
  && install --directory --owner=gamekeeper --group=gamekeeper --mode=0700 /data
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY --from=page /app/dist dist
COPY deploy/healthcheck.mjs deploy/healthcheck.mjs
COPY migrations migrations
COPY practice practice
COPY src src

ENV DATA_DIR=/data WATCH_PORT=9750
VOLUME /data
EXPOSE 8750 9750
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/deploy/healthcheck.mjs", "http://127.0.0.1:9750/healthz"]
ENTRYPOINT ["node", "/app/src/main.ts"]
CMD ["up"]
