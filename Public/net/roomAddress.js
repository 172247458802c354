/** The page's address in another room; all else that the address says of this screen stays. */
export function addressIn(href, room) {
    const address = new URL(href);
    address.hash = "";
    if (room === "main") address.searchParams.delete("room");
    else address.searchParams.set("room", room);
    return address.href;
}
