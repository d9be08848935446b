/** A page of the app to share: `path` is absolute, with its query. */
export type SharedLink = { title: string; path: string }

/** The result of sharing: `native` if the platform's own button does everything. */
export type ShareEnd = 'shared' | 'copied' | 'cancelled' | 'native'
