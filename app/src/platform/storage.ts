import Taro from '@tarojs/taro'

/** Every key under which the app keeps something on the device. */
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

/** What stands under a key; undefined when nothing does. The reader knows what it once wrote there. */
export function readStored<T>(key: StorageKey): T | undefined {
  // WeChat answers an empty string for a key that was never written.
  const value: unknown = Taro.getStorageSync(key)
  return value === '' || value === null || value === undefined ? undefined : (value as T)
}

/** Writes a value that JSON can carry. */
export function store(key: StorageKey, value: unknown): void {
  Taro.setStorageSync(key, value)
}

/** Takes a value away. */
export function unstore(key: StorageKey): void {
  Taro.removeStorageSync(key)
}
