# The image of web, worker and migration: the same files, another script of scripts/deploy. Debian, because the packages bring
# programs for glibc. PDF files need Chromium and a font: docker build --build-arg CHROMIUM=1 .
FROM node:22-bookworm-slim AS build
WORKDIR /srv/souk
COPY . .
RUN scripts/deploy/build.sh

FROM node:22-bookworm-slim
ARG CHROMIUM=0
RUN if [ "$CHROMIUM" = 1 ]; then \
      apt-get update \
      && apt-get install -y --no-install-recommends chromium fonts-dejavu-core \
      && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /srv/souk
COPY --from=build /srv/souk /srv/souk
# FILES_DIR and notes of a run, where no object storage is set.
RUN mkdir -p .local && chown node:node .local
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# A worker answers too where its WORKER_PORT is given.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER_PORT ?? process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["scripts/deploy/web.sh"]
