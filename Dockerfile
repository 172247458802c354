# docker build -t downbeat .
# Public/docs/running.md says how to run it.
ARG SWIFT=docker.io/library/swift:6.3-bookworm
ARG DEBIAN=docker.io/library/debian:bookworm-slim

# FFmpeg from Debian's sources, with Debian's patches, but audio only: Debian's own packages bring 200 MB of video encoders,
# graphics drivers and fonts. Without its GPL parts and network code there is also less to keep and less to attack.
# It reads all containers that Debian's FFmpeg reads, and has all of FFmpeg's own audio decoders: the source lists them in
# one place, except the six that are named beside it.
FROM ${DEBIAN} AS ffmpeg
ARG JOBS
RUN sed -i 's/^Types: deb$/& deb-src/' /etc/apt/sources.list.d/debian.sources \
    && apt-get update -q \
    && apt-get install -y -q --no-install-recommends \
        dpkg-dev g++ libc6-dev libmp3lame-dev libopenmpt-dev make nasm pkg-config zlib1g-dev
WORKDIR /source
RUN apt-get source -q ffmpeg && mv ffmpeg-*/ ffmpeg
WORKDIR /source/ffmpeg
RUN sound=$(sed -n '/^\/\* audio codecs/,/^\/\* subtitles/s/.* ff_\(.*\)_decoder;/\1/p' libavcodec/allcodecs.c | paste -sd,) \
    && sound=$sound,comfortnoise,dvaudio,eightsvx_exp,eightsvx_fib,s302m,speex \
    && ./configure \
        --prefix=/usr/local --enable-shared --disable-static --disable-debug --disable-autodetect --disable-programs --disable-doc \
        --disable-avdevice --disable-avfilter --disable-swscale --disable-network --disable-protocols --disable-devices \
        --disable-bsfs --disable-decoders --disable-encoders --disable-muxers \
        --enable-decoder="$sound,bmp,gif,mjpeg,png,tiff,webp" --enable-encoder=flac,libmp3lame,mjpeg,png --enable-muxer=flac,mp3 \
        --enable-zlib --enable-libmp3lame --enable-libopenmpt \
        --extra-cflags="$(dpkg-buildflags --get CFLAGS)" --extra-ldflags="$(dpkg-buildflags --get LDFLAGS)" \
    && make -s -j "${JOBS:-$(nproc)}" \
    && make -s install \
    && make -s install-libs DESTDIR=/runtime \
    && install -D -m 644 -t /runtime/usr/local/share/doc/ffmpeg COPYING.LGPLv2.1 debian/changelog debian/copyright

FROM ${SWIFT} AS build
ARG JOBS
COPY --from=ffmpeg /usr/local /usr/local
WORKDIR /source
COPY .ci/setup .ci/setup
RUN .ci/setup
COPY . .
RUN for product in downbeat downbeat-worker; do \
        swift build -c release --product $product --static-swift-stdlib --jobs "${JOBS:-$(nproc)}" -Xlinker -L/usr/local/lib -Xlinker -s \
            || exit; \
    done \
    && install -D -t /program .build/release/downbeat .build/release/downbeat-worker LICENSE \
    && cp -R Public /program

FROM ${DEBIAN}
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends \
        ca-certificates libcurl4 libmp3lame0 libopenmpt0 libqrencode4 libsqlite3-0 libssl3 libstdc++6 libtag1v5 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/*
COPY --from=ffmpeg /runtime /
COPY --from=build /program /opt/downbeat
RUN ldconfig \
    && ln -s /opt/downbeat/downbeat /usr/local/bin/downbeat \
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
