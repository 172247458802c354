import Music
