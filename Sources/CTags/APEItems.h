#pragma once

#include <taglib/apetag.h>
#include <taglib/id3v1tag.h>

#include "TagFile.h"

namespace downbeat {

/// APEv2 and ID3v1 tags, which several formats have at their end.
Fields show(TagLib::APE::Tag &tag);
void change(TagLib::APE::Tag &tag, const Fields &changes);
Fields show(TagLib::ID3v1::Tag &tag);
/// Writes what fits: a text is cut to 30 letters.
void change(TagLib::ID3v1::Tag &tag, const Fields &changes);

}
