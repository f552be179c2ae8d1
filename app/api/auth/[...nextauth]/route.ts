import { handleSignIn } from "#lib/edge/session/sign-in-route.ts";

/** Signing in and out. Next-auth's own protocol, so it has no descriptor. */
export {
  handleSignIn as DELETE,
  handleSignIn as GET,
  handleSignIn as PATCH,
  handleSignIn as POST,
  handleSignIn as PUT,
};
