// The room's socket in a worker: a page that draws would record arrival times late, and the clock depends on them.

import { socketAddress } from "./address.js";
import { RoomSocket } from "./roomSocket.js";

new RoomSocket(self, socketAddress(new URL("..", import.meta.url).href)).start();
