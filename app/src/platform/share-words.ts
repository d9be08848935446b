/** A page of the app as it is handed on: `path` is absolute, with its query. */
export type SharedLink = { title: string; path: string }

/** How sharing ended: `native` where the platform's own button does it all. */
export type ShareEnd = 'shared' | 'copied' | 'cancelled' | 'native'
