import Taro from '@tarojs/taro'

/** Every key under which the app stores something on the device. */
export type StorageKey =
  | 'token'
  | 'refreshToken'
  | 'expiresAt'
  | 'userInfo'
  | 'userRole'
  | 'userId'
  | 'username'
  | 'usualCourse'
  | 'returnTo'
  | 'theme'
  | 'identity'
  | 'hasBeenCoach'
  | 'classesView'
  | 'bookingFor'
  | 'ballDraft'
  | 'stringingDraft'
  | 'searches'
  | 'features'
  | 'unanswered'
  | 'coachWish'

/** What the device did not take, because its storage is blocked or full. It lasts as long as the page. */
const unsaved = new Map<StorageKey, unknown>()

/** The value under a key; undefined without one. The reader must know the type it once stored. */
export function readStored<T>(key: StorageKey): T | undefined {
  if (unsaved.has(key)) return unsaved.get(key) as T
  let value: unknown
  try {
    value = Taro.getStorageSync(key)
  } catch {
    // Blocked storage is empty.
  }
  // WeChat returns an empty string for a key that was never written.
  return value === '' || value === null || value === undefined ? undefined : (value as T)
}

/** Stores a value that JSON can represent. @returns whether it outlasts the page */
export function store(key: StorageKey, value: unknown): boolean {
  try {
    Taro.setStorageSync(key, value)
    unsaved.delete(key)
    return true
  } catch {
    // A full storage must not keep the former value either.
    unstore(key)
    unsaved.set(key, value)
    return false
  }
}

/** Removes a value. */
export function unstore(key: StorageKey): void {
  unsaved.delete(key)
  try {
    Taro.removeStorageSync(key)
  } catch {
    // Blocked storage is empty.
  }
}
