// `npm run gallery`: components by themselves, in all of their states, reloading as you edit. It needs no service.
import { createServer } from "vite";
import { GALLERY } from "../e2e/gallery/vite.ts";

const server = await createServer(GALLERY);
await server.listen();
server.printUrls();
