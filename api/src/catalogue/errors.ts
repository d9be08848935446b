/** Status and sentence of one refusal. */
export type ErrorEntry = { status: number; message: string }

/**
 * Every refusal the server knows, with its HTTP status and its Chinese sentence. Codes begin with the noun they are about.
 * Source: specification §5 and §8, permission matrix, decision "The HTTP surface".
 */
export const errors = {
  unexpected: { status: 500, message: '服务器开小差了，请稍后再试' },
  server_busy: { status: 503, message: '有点忙，请稍后再试' },
  server_stopping: { status: 503, message: '服务正在重启，请稍后再试' },
  input_invalid: { status: 400, message: '参数错误' },
  input_too_large: { status: 413, message: '提交的内容过大' },
  content_type_unsupported: { status: 415, message: '不支持的内容格式' },
  path_unknown: { status: 404, message: '接口不存在' },
  method_not_allowed: { status: 405, message: '请求方式不支持' },
  requests_too_many: { status: 429, message: '操作过于频繁，请稍后再试' },
  idempotency_key_invalid: { status: 400, message: '幂等键格式错误' },
  idempotency_key_reused: { status: 422, message: '同一幂等键对应了不同的请求' },

  session_expired: { status: 401, message: '登录已过期，请重新登录' },
  refresh_token_missing: { status: 400, message: '没有可用的刷新令牌' },
  login_wrong: { status: 400, message: '用户名或密码错误' },
  login_too_often: { status: 429, message: '登录过于频繁，请稍后再试' },
  wechat_login_unavailable: { status: 501, message: '微信登录暂未开通' },
  phone_decryption_unavailable: { status: 501, message: '解密手机号失败，请稍后再试' },

  action_forbidden: { status: 403, message: '无权限操作' },
  data_of_others: { status: 403, message: '无权查看他人数据' },

  user_not_found: { status: 404, message: '用户不存在' },
  coach_not_found: { status: 404, message: '教练不存在' },
  course_not_found: { status: 404, message: '课程不存在' },
  venue_not_found: { status: 404, message: '场馆不存在' },
  court_not_found: { status: 400, message: '无效的场地' },
  company_not_found: { status: 404, message: '公司不存在' },
  file_not_found: { status: 404, message: '文件不存在' },

  invitation_not_found: { status: 404, message: '约课不存在' },
  invitation_not_yours: { status: 403, message: '无权操作该约课' },
  invitation_settled: { status: 409, message: '当前状态不允许此操作' },
  invitation_expired: { status: 409, message: '约课邀请已过期' },
  invitation_needs_contract: { status: 409, message: '请先缔约，再确认约课' },
  invitation_not_started: { status: 409, message: '课程尚未开始' },
  invitation_started: { status: 409, message: '课程已开始，不能再修改' },
  invitation_edit_too_late: { status: 409, message: '已过免费取消时间，不能再修改，请联系教练' },
  invitation_full: { status: 409, message: '人数已满' },
  join_for_others: { status: 403, message: '只能以本人身份参与' },
  invitation_sign_too_early: { status: 409, message: '开课前30分钟起可以签到' },
  invitation_sign_too_late: { status: 409, message: '签到时间已过' },
  invitation_in_past: { status: 400, message: '不能预约已经过去的时段' },
  invitation_outside_window: { status: 400, message: '只能预约今天起14天内的课程' },
  invitation_time_invalid: { status: 400, message: '无效的时间' },
  invitation_too_long: { status: 400, message: '选择时间不能超过3小时' },
  invitation_with_oneself: { status: 400, message: '不能预约自己的课程' },
  participants_invalid: { status: 400, message: '参与人数超出课程上限' },
  attendance_invalid: { status: 400, message: '签到名单与参与人不符' },

  participant_busy: { status: 409, message: '有参与人在该时段已有约课' },
  coach_busy: { status: 409, message: '该教练此时段已被占用' },
  student_not_in_class: { status: 400, message: '该学员不在这节课的名单中' },
  like_not_found: { status: 404, message: '点赞记录不存在' },
  usual_courses_too_many: { status: 409, message: '最多设置20个常用课程' },
  usual_course_not_found: { status: 404, message: '没有找到常用课程' },

  slot_mine: { status: 409, message: '该时段已有您的约课，不能重复预约' },
  slot_taken: { status: 409, message: '该时段已被占用，不能选择' },

  contract_not_found: { status: 404, message: '课程合同不存在' },
  contract_expiry_invalid: { status: 400, message: '合同有效期不能早于上课日期' },
  contract_sessions_too_few: { status: 400, message: '缔约课时不足以支付这节课' },
  lesson_hours_too_few: { status: 409, message: '剩余课时不足' },

  contract_sessions_held: { status: 409, message: '课时不能少于已预约课时' },
  contract_sessions_missing: { status: 400, message: '请填写课时数' },
  contract_expiry_in_past: { status: 400, message: '合同有效期不能早于今天' },
  contract_expiry_before_class: { status: 409, message: '合同有效期不能早于已预约的课程' },
  contract_photo_missing: { status: 400, message: '请先上传合同照片' },
  reason_missing: { status: 400, message: '请填写调整原因' },

  student_unknown: { status: 404, message: '未找到该手机号对应的学员' },
  student_search_too_often: { status: 429, message: '查询过于频繁，请稍后再试' },
  student_is_oneself: { status: 400, message: '不能添加自己为学员' },
  relation_not_found: { status: 404, message: '记录不存在' },
  classes_unfinished: { status: 409, message: '尚有未完成的约课' },

  lock_slots_missing: { status: 400, message: '请先选择要设为不可用的时段' },
  lock_over_booking: { status: 409, message: '该时段已有约课，不能锁定' },
  lock_in_past: { status: 400, message: '不能锁定已经过去的时段' },
  lock_repeats_too_long: { status: 400, message: '重复锁定最长26周' },
  lock_not_found: { status: 404, message: '锁定记录不存在' },

  venue_not_managed: { status: 403, message: '无权管理该场馆' },
  venue_name_taken: { status: 409, message: '该场馆已存在，可直接申请关联' },
  venue_courts_missing: { status: 400, message: '请填写场地名称或数量' },
  venue_hours_invalid: { status: 400, message: '开放时间无效' },
  venue_needs_manager: { status: 409, message: '您是该场馆唯一的管理者，不能解除关联' },

  course_has_contracts: { status: 409, message: '课程仍有有效合同' },
  course_price_invalid: { status: 400, message: '请填写正确的课程价格' },
  course_duration_invalid: { status: 400, message: '课程时长须为30至180分钟' },
  course_participants_invalid: { status: 400, message: '人数上限须为1至20人' },
  course_name_missing: { status: 400, message: '请填写课程名称' },
  company_admin_only: { status: 403, message: '仅管理员可转让' },
  company_admin_leaves: { status: 409, message: '请先转让管理员' },

  message_not_found: { status: 404, message: '消息不存在' },
  message_decided: { status: 409, message: '该消息已处理' },
  message_needs_no_decision: { status: 400, message: '参数错误' },

  picture_too_large: { status: 413, message: '图片大小不能超过2MB' },
  picture_unsupported: { status: 400, message: '图片格式不支持' },
  picture_too_many_pixels: { status: 400, message: '图片尺寸过大，请压缩后再上传' },
  uploads_too_many: { status: 429, message: '上传过于频繁，请稍后再试' },

  ball_not_found: { status: 404, message: '球局不存在' },
  ball_settled: { status: 409, message: '当前状态不允许此操作' },
  ball_full: { status: 409, message: '人数已满' },
  ball_has_seats: { status: 409, message: '还有空位，可直接报名' },
  ball_started: { status: 409, message: '球局已开始' },
  ball_level_unfit: { status: 409, message: '等级不在范围内，请先申请加入' },
  ball_level_fit: { status: 409, message: '等级符合，可直接报名' },
  ball_gender_unfit: { status: 409, message: '该球局限定参与者性别' },
  ball_request_refused: { status: 409, message: '发起人未同意您的申请' },
  ball_needs_payment: { status: 409, message: '该球局需要支付，请报名' },
  ball_fee_fixed: { status: 409, message: '已有人报名，不能修改费用' },
  ball_players_taken: { status: 409, message: '人数上限不能少于已报名人数' },
  ball_initiator_stays: { status: 409, message: '发起人不能退出，可取消或转让球局' },
  ball_bearer_stays: { status: 409, message: '费用由该球友全部承担，不能退出或更换' },
  ball_proposal_open: { status: 409, message: '已有一个等待同意的变更' },
  ball_player_unknown: { status: 404, message: '该球友不在球局中' },
  ball_swap_invalid: { status: 409, message: '该球友已在球局中' },
  ball_not_over: { status: 409, message: '球局开始后才能标记' },
  ball_mark_too_late: { status: 409, message: '标记时间已过' },
  ball_not_marked: { status: 409, message: '没有未到标记' },
  ball_player_busy: { status: 409, message: '您在该时段已有安排' },
  ball_title_missing: { status: 400, message: '请填写球局标题' },
  ball_place_missing: { status: 400, message: '请选择场馆或填写地点' },
  ball_time_invalid: { status: 400, message: '无效的时间' },
  ball_in_past: { status: 400, message: '不能选择已经过去的时段' },
  ball_too_far_ahead: { status: 400, message: '所选日期太远，请选择近期的日期' },
  ball_levels_invalid: { status: 400, message: '请选择正确的等级范围' },
  ball_players_invalid: { status: 400, message: '请填写正确的人数' },
  ball_fee_invalid: { status: 400, message: '请填写正确的费用' },
  ball_closing_invalid: { status: 400, message: '成局截止须在开球前1至24小时' },

  order_not_found: { status: 404, message: '订单不存在' },
  order_paid: { status: 409, message: '订单已支付' },
  order_closed: { status: 409, message: '订单已关闭，请重新下单' },
  order_kind_without_card: { status: 400, message: '充值不能使用储值卡支付' },
  payment_channel_missing: { status: 400, message: '请选择支付方式' },
  payment_unavailable: { status: 503, message: '支付暂时不可用，请稍后再试' },
  payment_without_wechat: { status: 409, message: '请先用微信登录，再使用微信支付' },
  payment_not_found: { status: 404, message: '支付不存在' },
  notification_refused: { status: 400, message: '参数错误' },

  card_not_found: { status: 404, message: '储值卡不存在' },
  card_balance_too_low: { status: 409, message: '储值卡余额不足' },
  card_too_full: { status: 409, message: '储值卡余额最多5000元' },
  card_plan_unknown: { status: 400, message: '请选择充值金额' },
  card_withdrawal_changed: { status: 409, message: '可退金额已变化，请刷新后再试' },

  merchant_not_found: { status: 404, message: '商家不存在' },
  racket_not_found: { status: 404, message: '球拍不存在' },
  racket_name_missing: { status: 400, message: '请填写球拍品牌和型号' },
  racket_limits_invalid: { status: 400, message: '请填写正确的磅数范围' },
  racket_sport_fixed: { status: 409, message: '穿过线的球拍不能更换运动' },
  racket_in_use: { status: 409, message: '该球拍有进行中的穿线订单' },
  rackets_too_many: { status: 409, message: '最多添加30支球拍' },
  stringing_not_found: { status: 404, message: '订单不存在' },
  stringing_settled: { status: 409, message: '当前状态不允许此操作' },
  stringing_started: { status: 409, message: '已开始穿线，不能取消' },
  stringing_rated: { status: 409, message: '已评价过该订单' },
  stringing_service_unfit: { status: 400, message: '请选择与球拍对应的穿线服务' },
  stringing_string_unfit: { status: 400, message: '请选择与球拍对应的球线' },
  stringing_string_missing: { status: 400, message: '请填写自带球线' },
  stringing_string_short: { status: 409, message: '这款线缺货，换一款' },
  stringing_tension_invalid: { status: 400, message: '磅数超出球拍限制' },
  stringing_without_courier: { status: 409, message: '该商家不提供上门取送' },
  stringing_due_invalid: { status: 400, message: '请选择商家能完成的取拍时间' },
  stringing_price_changed: { status: 409, message: '价格已更新，请确认后再提交' },
  stringing_code_wrong: { status: 409, message: '取拍码不正确' },
  stringing_tracking_missing: { status: 400, message: '请填写快递单号或取拍码' },
  stringing_condition_missing: { status: 400, message: '请填写收拍检查结果' },
  stringing_reason_missing: { status: 400, message: '请填写拒单原因' },
  string_not_found: { status: 404, message: '球线不存在' },
  string_stock_too_low: { status: 409, message: '球线库存不足' },
  string_move_invalid: { status: 400, message: '请填写正确的数量和原因' },

  address_not_found: { status: 404, message: '地址不存在' },
  addresses_too_many: { status: 409, message: '地址数量已达上限' },
  address_missing: { status: 400, message: '请选择收货地址' },
  address_name_missing: { status: 400, message: '请填写收货人' },
  address_phone_invalid: { status: 400, message: '请填写正确的手机号' },
  address_region_missing: { status: 400, message: '请选择所在地区' },
  address_detail_missing: { status: 400, message: '请填写详细地址' },

  product_not_found: { status: 404, message: '商品不存在' },
  category_not_found: { status: 404, message: '分类不存在' },
  product_price_invalid: { status: 400, message: '原价须高于售价' },
  product_name_missing: { status: 400, message: '请填写商品名称' },
  cart_too_full: { status: 409, message: '购物车最多放50种商品' },
  cart_quantity_invalid: { status: 400, message: '数量须为1至99' },
  cart_nothing_selected: { status: 400, message: '请选择商品' },
  shop_stock_short: { status: 409, message: '部分商品库存不足' },
  shop_price_changed: { status: 409, message: '价格已更新，请确认后再提交' },
  shop_order_not_found: { status: 404, message: '订单不存在' },
  shop_order_settled: { status: 409, message: '当前状态不允许此操作' },
  shop_return_too_late: { status: 409, message: '已过退货时间' },
  shop_reason_missing: { status: 400, message: '请填写退款原因' },
  shop_tracking_missing: { status: 400, message: '请填写快递公司和单号' },

  calendar_feed_not_found: { status: 404, message: '日历订阅不存在' },
  common_course_not_found: { status: 404, message: '课程不存在' },
  common_course_not_taught: { status: 409, message: '该教练暂未开设此课程' },

  coach_not_at_venue: { status: 400, message: '该教练不在此场馆授课' },
  coach_not_of_company: { status: 400, message: '该教练不属于这家公司' },
  coach_not_of_course: { status: 400, message: '该教练不教授此课程' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

/** Whether a text is one of our codes (an answer may come from a proxy in between). */
export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.keys(errors).includes(text)
}

/**
 * A refusal on its way: thrown by use cases, turned into status and envelope by the server, and back by the client.
 * `data` carries what the refusal is about, for example which resource clashed.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: unknown

  constructor(
    code: ErrorCode,
    { status, message, data = null }: { status?: number; message?: string; data?: unknown } = {},
  ) {
    super(message || errors[code].message)
    this.name = 'ApiError'
    this.code = code
    this.status = status ?? errors[code].status
    this.data = data
  }
}
