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
  | 'classesView'
  | 'bookingFor'
  | 'ballDraft'
  | 'stringingDraft'
  | 'searches'
  | 'features'

/** The value under a key; undefined without one. The reader must know the type it once stored. */
export function readStored<T>(key: StorageKey): T | undefined {
  // WeChat returns an empty string for a key that was never written.
  const value: unknown = Taro.getStorageSync(key)
  return value === '' || value === null || value === undefined ? undefined : (value as T)
}

/** Stores a value that JSON can represent. */
export function store(key: StorageKey, value: unknown): void {
  Taro.setStorageSync(key, value)
}

/** Removes a value. */
export function unstore(key: StorageKey): void {
  Taro.removeStorageSync(key)
}
