import Taro from '@tarojs/taro'

/** The page was opened from the WeChat timeline. Source: WeChat documentation "scene values" */
const FROM_TIMELINE = 1154

/** Whether WeChat shows a single page from its timeline. There nobody can log in, and no link works. */
export const isSinglePage = (): boolean => Taro.getLaunchOptionsSync().scene === FROM_TIMELINE
