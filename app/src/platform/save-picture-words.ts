/** A picture of the server, by its full address, and what it is called as a file. */
export type KeptPicture = { address: string; fileName: string }

/**
 * How keeping a picture ended: in the album or among the downloads; the user turned back; he has not allowed it, and can in the
 * settings; or the device can only show it, to be pressed long.
 */
export type KeepEnd = 'album' | 'downloaded' | 'cancelled' | 'denied' | 'shown'
