// ICU's functions have its version in their names, put there by macros that Swift does not see through. It has UTF-16.
#pragma once
#include <stdint.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>

/// What knows which characters look alike (UTS 39); NULL with a status. Never closed: it serves as long as the process.
static inline const USpoofChecker *vault_icu_spoof_checker(int *status) {
  UErrorCode code = U_ZERO_ERROR;
  const USpoofChecker *checker = uspoof_open(&code);
  *status = code;
  return U_SUCCESS(code) ? checker : NULL;
}

/// The skeleton of a text (UTS 39, section 4): how many units it has, which may be more than there is room for; -1 with a status.
static inline int32_t vault_icu_skeleton(
    const USpoofChecker *checker, const uint16_t *text, int32_t count, uint16_t *into, int32_t capacity, int *status) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t length = uspoof_getSkeleton(checker, 0, (const UChar *)text, count, (UChar *)into, capacity, &code);
  *status = code;
  return U_SUCCESS(code) || code == U_BUFFER_OVERFLOW_ERROR ? length : -1;
}

/// The forms of a text that there are functions for (UAX 15).
enum vault_icu_form { VAULT_ICU_NFC, VAULT_ICU_NFKC, VAULT_ICU_NFKC_CASEFOLD };

/// A text in a form, as `vault_icu_skeleton` gives one.
static inline int32_t vault_icu_normalize(
    enum vault_icu_form form, const uint16_t *text, int32_t count, uint16_t *into, int32_t capacity, int *status) {
  UErrorCode code = U_ZERO_ERROR;
  const UNormalizer2 *normalizer = form == VAULT_ICU_NFC    ? unorm2_getNFCInstance(&code)
                                   : form == VAULT_ICU_NFKC ? unorm2_getNFKCInstance(&code)
                                                            : unorm2_getNFKCCasefoldInstance(&code);
  int32_t length = unorm2_normalize(normalizer, (const UChar *)text, count, (UChar *)into, capacity, &code);
  *status = code;
  return U_SUCCESS(code) || code == U_BUFFER_OVERFLOW_ERROR ? length : -1;
}
