import Taro from '@tarojs/taro'

/** The page was opened from everybody's timeline. Source: WeChat documentation "scene values" */
const FROM_TIMELINE = 1154

/** Whether WeChat shows one page alone, from its timeline: nobody logs in there, and no way leads on. */
export const isSinglePage = (): boolean => Taro.getLaunchOptionsSync().scene === FROM_TIMELINE
