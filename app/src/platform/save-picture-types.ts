/** A picture of the server: its full address, and its file name. */
export type SavedPicture = { address: string; fileName: string }

/**
 * The result of saving a picture.
 * - album, downloaded: saved.
 * - cancelled: the user turned back.
 * - denied: the permission is missing; the settings can give it.
 * - shown: the device can only show it, for a long press.
 */
export type SaveResult = 'album' | 'downloaded' | 'cancelled' | 'denied' | 'shown'
