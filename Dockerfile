# docker build -t downbeat .
# Public/docs/running.md says how to run it.
ARG SWIFT=docker.io/library/swift:6.3-bookworm
ARG DEBIAN=docker.io/library/debian:bookworm-slim

FROM ${DEBIAN} AS ffmpeg
ARG JOBS
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends \
        dpkg-dev g++ libc6-dev libmp3lame-dev libopenmpt-dev make nasm pkg-config zlib1g-dev
WORKDIR /source
COPY .package/ffmpeg .package/source .package/
RUN .package/ffmpeg /built

FROM ${SWIFT} AS build
ARG JOBS
COPY --from=ffmpeg /built /ffmpeg
WORKDIR /source
COPY .ci/setup .ci/setup
RUN .ci/setup
COPY . .
RUN .package/assemble /ffmpeg /parts

# What .ci/package has made can take the place of these three stages:
# docker build --build-context parts=.build/package/parts -t downbeat .
FROM scratch AS parts
COPY --from=build /parts /

FROM ${DEBIAN}
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends \
        ca-certificates libcurl4 libmp3lame0 libopenmpt0 libqrencode4 libsqlite3-0 libssl3 libstdc++6 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/*
COPY --from=parts / /opt/downbeat
RUN ln -s /opt/downbeat/downbeat /usr/local/bin/downbeat \
    && useradd --uid 1000 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin downbeat \
    && install -d -o downbeat -g downbeat -m 700 /data
# A number, since orchestrators that forbid root cannot check names.
USER 1000:1000
ENV DOWNBEAT_DATA=/data
VOLUME /data
EXPOSE 8080 8000
HEALTHCHECK --interval=30s --timeout=12s --start-period=30s CMD ["downbeat", "health"]
# /music exists only if it is mounted; without it the server starts as usual.
ENTRYPOINT ["/bin/sh", "-c", "[ ! -d /music ] || export DOWNBEAT_MUSIC=\"${DOWNBEAT_MUSIC-/music}\"; exec downbeat \"$@\"", "downbeat"]
