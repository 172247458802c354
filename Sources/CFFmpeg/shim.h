// FFmpeg's libav*, and the macros of theirs that Swift cannot see.
#pragma once

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

static const int downbeat_av_eof = AVERROR_EOF;
static const int downbeat_av_again = AVERROR(EAGAIN);
static const int downbeat_av_out_of_memory = AVERROR(ENOMEM);
static const int downbeat_av_stream_not_found = AVERROR_STREAM_NOT_FOUND;
static const int downbeat_av_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int64_t downbeat_av_no_time = AV_NOPTS_VALUE;

/// FFmpeg's code for an errno, and the errno of a code; a code that stands for no errno gives a number no errno has.
static inline int downbeat_av_error(int number) { return AVERROR(number); }
static inline int downbeat_av_errno(int code) { return AVUNERROR(code); }

/// One component of `count` pixels of a line: the arrays of AVFrame are tuples to Swift, which C takes as they are.
static inline void downbeat_read_component(
    uint16_t *result, const AVFrame *frame, const AVPixFmtDescriptor *description, int x, int y, int component, int count) {
    av_read_image_line2(result, (const uint8_t **)frame->data, frame->linesize, description, x, y, component, count, 0, 2);
}
