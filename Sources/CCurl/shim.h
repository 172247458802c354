// libcurl, and what of it is variadic or a union, which Swift cannot see.
#pragma once

#include <curl/curl.h>
#include <stdint.h>
#include <sys/socket.h>

static inline CURLcode downbeat_curl_set(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
/// curl copies the text.
static inline CURLcode downbeat_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
/// curl does not copy the list: the caller frees it after the handle.
static inline CURLcode downbeat_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*downbeat_curl_bytes)(char *bytes, size_t one, size_t count, void *context);
static inline CURLcode downbeat_curl_on_body(CURL *easy, downbeat_curl_bytes call, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, call);
    return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}
static inline CURLcode downbeat_curl_on_head(CURL *easy, downbeat_curl_bytes call, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, call);
    return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

/// Child processes do not inherit the socket.
static inline curl_socket_t downbeat_curl_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context, (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
static inline CURLcode downbeat_curl_close_on_exec(CURL *easy) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, downbeat_curl_socket);
}

static inline long downbeat_curl_number(CURL *easy, CURLINFO what) {
    long value = 0;
    curl_easy_getinfo(easy, what, &value);
    return value;
}
static inline const char *downbeat_curl_text(CURL *easy, CURLINFO what) {
    char *value = 0;
    curl_easy_getinfo(easy, what, &value);
    return value;
}

static inline CURLMcode downbeat_curl_limit(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
/// The next transfer that has ended, or null.
static inline CURL *downbeat_curl_ended(CURLM *multi, CURLcode *result) {
    int left;
    struct CURLMsg *message = curl_multi_info_read(multi, &left);
    if (!message || message->msg != CURLMSG_DONE) return 0;
    *result = message->data.result;
    return message->easy_handle;
}
