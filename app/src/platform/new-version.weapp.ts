import Taro from '@tarojs/taro'

/** WeChat fetches a newer version beside the running one: its user decides when to go over. */
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
