import Taro from '@tarojs/taro'

/** WeChat downloads a newer version in the background. The user decides when to switch. */
export function watchVersion(): void {
  const manager = Taro.getUpdateManager()
  manager.onUpdateReady(async () => {
    const { confirm } = await Taro.showModal({
      title: '有新版本',
      content: '新版本已经准备好，重启后使用',
      confirmText: '重启',
      cancelText: '稍后',
    })
    if (confirm) manager.applyUpdate()
  })
}
