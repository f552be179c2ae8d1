import { createRoot } from "react-dom/client";
import "./gallery.css";
import { Gallery } from "./gallery.tsx";
import { World } from "./world.tsx";

const root = document.getElementById("root");
const shown = new URLSearchParams(window.location.search).get("show");
if (root)
  createRoot(root).render(
    <World>
      <Gallery shown={shown} />
    </World>,
  );
