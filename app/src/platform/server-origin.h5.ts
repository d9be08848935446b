/** Where the server stands for whoever is outside of this app: as configured, else where the app itself came from. */
export const serverOrigin = (): string => API_ORIGIN || window.location.origin
