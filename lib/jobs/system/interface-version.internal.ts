/** The version of the tracing interface, not of this program. */
export const INTERFACE_VERSION = "1.0.0";
