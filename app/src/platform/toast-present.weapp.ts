import Taro from '@tarojs/taro'
import type { ToastMessage } from './toast-present.h5'

/** Shows WeChat's own toast; without an icon it has room for two lines. */
export function presentToast({ text, durationMs }: ToastMessage): void {
  Taro.showToast({ title: text, icon: 'none', duration: durationMs })
}
