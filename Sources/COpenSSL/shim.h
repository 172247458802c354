// OpenSSL 3, and the macros of its that Swift cannot see.
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static const uint64_t downbeat_tls_no_renegotiation = SSL_OP_NO_RENEGOTIATION;
static const uint64_t downbeat_tls_no_compression = SSL_OP_NO_COMPRESSION;
static const uint64_t downbeat_tls_server_chooses = SSL_OP_CIPHER_SERVER_PREFERENCE;
/// A peer that closes its socket without a closing alert has only ended its stream.
static const uint64_t downbeat_tls_ends_without_alert = SSL_OP_IGNORE_UNEXPECTED_EOF;

static inline int downbeat_tls_set_oldest(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}
static inline int downbeat_tls_set_newest(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_max_proto_version(context, version);
}
static inline int downbeat_tls_set_groups(SSL_CTX *context, const char *names) {
    return (int)SSL_CTX_set1_groups_list(context, names);
}
/// An idle connection holds no buffers, and one read takes all records that have come.
static inline void downbeat_tls_save_memory_and_calls(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_read_ahead(context, 1);
}
/// Sessions are resumed by tickets alone, which the clients keep.
static inline void downbeat_tls_keep_no_sessions(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

typedef int (*downbeat_tls_choice_of_name)(SSL *, int *, void *);
static inline void downbeat_tls_choose_by_name(SSL_CTX *context, downbeat_tls_choice_of_name call, void *with) {
    SSL_CTX_set_tlsext_servername_callback(context, call);
    SSL_CTX_set_tlsext_servername_arg(context, with);
}

static inline void downbeat_tls_name_server(SSL *ssl, const char *name) { (void)SSL_set_tlsext_host_name(ssl, name); }
static inline const char *downbeat_tls_cipher(SSL *ssl) { return SSL_get_cipher_name(ssl); }

static inline void downbeat_bio_forget_retry(BIO *bio) { BIO_clear_retry_flags(bio); }
static inline void downbeat_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

/// A new key on the curve P-256; every browser and phone supports it.
static inline EVP_PKEY *downbeat_new_key(void) { return EVP_EC_gen("P-256"); }
