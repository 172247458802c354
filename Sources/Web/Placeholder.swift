import CLinux
import CZlib
import Glibc

package func monotonic() -> UInt64 {
    _ = socket(AF_INET, 1, 0)
    return downbeat_monotonic_us()
}
