/** Where the server stands for whoever is outside of this app: as configured, since the mini-program comes from elsewhere. */
export const serverOrigin = (): string => API_ORIGIN
