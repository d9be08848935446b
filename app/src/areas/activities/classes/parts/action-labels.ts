/** Shown when a press lacks a value that its call needs. Source: specification §5. */
export const MISSING = {
  invitation: '缺少必要的邀请ID',
  course: '未找到课程ID，无法获取可用教练',
  changeOfCoach: '缺少必要参数，无法更换教练',
  likeRecord: '缺少点赞记录ID',
} as const
