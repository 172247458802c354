// The room's socket on a thread of its own: a page that draws is late to note when a message came, and all its clock rests on that.

import { socketAddress } from "./address.js";
import { RoomSocket } from "./roomSocket.js";

new RoomSocket(self, socketAddress(new URL("..", import.meta.url).href)).start();
