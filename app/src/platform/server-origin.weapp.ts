/** The public origin of the server, as configured: the mini-program itself comes from another place. */
export const serverOrigin = (): string => API_ORIGIN
