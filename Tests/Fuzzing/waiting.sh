# Sourced by the campaigns: compiles how tests wait, `Tests/Waiting`, into the folder $1. `waiting` then holds what the compiler needs for it.
compile_waiting() {
    swiftc -swift-version 6 -package-name downbeat -parse-as-library -wmo -module-name Waiting -emit-module -emit-module-path "$1/Waiting.swiftmodule" \
        -emit-object Tests/Waiting/*.swift -o "$1/Waiting.o"
    waiting=(-package-name downbeat -I "$1" "$1/Waiting.o")
}
