import Testing

@testable import Library

@Suite("Covers of folders") struct FolderCoverTests {
    @Test(
        "the likeliest name is taken, whatever its case, then the likeliest format",
        arguments: [
            (["a.mp3", "Folder.jpg", "COVER.PNG", "cover.webp"], "COVER.PNG"), (["front.jpeg", "back.jpg"], "front.jpeg"),
            (["artwork.png", "album.png"], "album.png"), (["cover.webp", "cover.jpg", "cover.jpeg"], "cover.jpg"),
            (["Cover.jpg", "cover.jpg"], "Cover.jpg"), (["01.flac", "scan.png"], "scan.png"),
        ])
    func found(files: [String], name: String) {
        #expect(FolderCover.name(among: files) == name)
        #expect(FolderCover.name(among: files.reversed()) == name)
    }

    @Test(
        "pictures of other names are not taken, and without a picture there is no cover",
        arguments: [
            [], ["a.mp3", "cover.txt", "cover"], ["one.jpg", "two.jpg"], ["._cover.jpg", ".cover.png"], ["cover.jpg.part"],
            ["cover.tiff"],
        ])
    func none(files: [String]) {
        #expect(FolderCover.name(among: files) == nil)
    }
}
