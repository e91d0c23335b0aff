import type { Translation } from './translation.ts'

/** Every text of the claim page in Chinese in simplified characters, in the order of `en.ts`. */
export const zh: Translation = {
  ui: {
    copied: '已复制',
    copyFailed: '复制失败',
    copiedWhat: (what) => `${what}已复制到剪贴板。`,
    failedToCopy: (what) => `无法复制${what}`,
    copy: (what) => `复制${what}`,
    address: '地址',
    close: '关闭',
    notifications: '通知（{hotkey}）',
  },

  page: {
    title: (tokenName) => `领取 ${tokenName}`,
    untitled: '领取您的代币',
    loading: '加载中',
    language: '语言',
    theme: '外观',
    themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    noAnswer: '门户没有响应',
    noAnswerHelp: '没有发送或更改任何内容。请检查网络连接后重试。',
    offline: '您已离线',
    offlineHelp: '目前无法从这里连接门户。您输入的内容会保留。',
    tryAgain: '重试',
    tryingAgain: '正在重试...',
  },

  progress: {
    label: '进度',
    steps: ['连接钱包', '查看配额', '提交领取'],
    done: '，已完成',
  },

  connect: {
    heading: (tokenName) => `在 Solana 上领取您的 ${tokenName} 代币`,
    welcome:
      '欢迎。请连接快照时持有该币的钱包，查看分配给它的数量，然后在 Solana 上领取等量的 SPL 代币。',
    connect: '连接钱包',
    connecting: '正在连接...',
    connected: '钱包已连接',
    failed: '连接失败',
    disconnected: '您的钱包已断开连接',
    disconnectedHelp: '请重新连接以继续。您输入的内容会保留。',
    wallet: '钱包',
    unnamedWallet: '浏览器钱包',
    noWallet: '尚未检测到浏览器钱包。请安装一个，或在钱包应用的浏览器中打开此页面。',
    noWalletOnPhone: '请在钱包应用的浏览器中打开此页面：',
    openIn: (wallet) => `在 ${wallet} 中打开`,
  },

  wait: {
    hint: '您的钱包尚未响应。它的窗口可能被遮住了：请打开并解锁钱包，找到该请求。',
    cancel: '取消',
    lateSignature: '您取消的请求已被签名，但不会被使用。',
  },

  otherAccount: {
    signing: (account) => `您的钱包仍在请求为 ${account} 的领取签名。`,
    sending: (account) => `${account} 的领取已签名，正在提交。`,
    looking: (account) => `门户对 ${account} 领取的答复丢失了。正在查询领取是否已送达。`,
    submitted: (account) => `${account} 的领取已提交。如需查看，请在钱包中切换到该账户。`,
    failed: (account) => `${account} 的领取没有提交。`,
  },

  brand: {
    about: '您的币正在迁移到 Solana。请在此等量领取您在快照时持有的数量。',
    youAreOn: '您正在访问',
    opens: '开放领取',
    closes: '截止领取',
    expected: '预计发放',
  },

  trust: {
    recoveryPhrase: '任何人都不会向您索要助记词。',
    links: {
      site: '项目网站',
      terms: '条款',
      support: '支持',
      announcement: '公告',
    },
  },

  amount: {
    receive: '您将收到',
    decimals: (decimals) => `（${decimals} 位小数）`,
    nothing: '不会收到任何代币',
    nothingHelp: (decimals) =>
      `此数量小于代币的最小单位：它在 Solana 上有 ${decimals} 位小数。领取不会得到任何代币。`,
  },

  security: {
    heading: '安全',
    oneClaim: '每个地址只能领取一次。',
    exactAmounts: '数量与快照完全一致。',
    signature: '您的签名会被验证。签名不会转移资金，也不消耗 gas。',
    file: '配额文件',
    fileHash: '文件哈希',
  },

  network: {
    heading: '网络',
    supported: '支持：',
    wrong: '网络错误',
    wrongHelp: '您的钱包所在的网络在此不受支持。请切换到以下网络之一。',
    chainId: (decimal, hex) => `链 ID ${decimal} (${hex})`,
    current: '当前',
    add: '添加到钱包',
    switch: '切换',
    added: '网络已添加',
    addedHelp: (network) => `${network} 已在您的钱包中。`,
    addFailed: '添加网络失败',
    switched: '网络已切换',
    switchedHelp: (network) => `您的钱包现在位于 ${network}。`,
    notFound: '未找到网络',
    notFoundHelp: '请先将此网络添加到钱包',
    switchFailed: '切换网络失败',
  },

  wallet: {
    not_detected: '未检测到浏览器钱包。请先安装。',
    not_connected: '钱包未连接',
    chain_unknown: '您的钱包没有告知所在的网络。请解锁钱包，或改用其他钱包。',
    request_pending: '您的钱包中已有一个请求。请打开钱包处理。',
    connect_rejected: '您拒绝了连接请求。',
    connect_out_of_touch: '网络出错。请重试。',
    connect_failed: '发生未知错误。',
    sign_rejected: '您拒绝了签名请求',
    sign_failed: '消息签名失败',
    add_network_rejected: '您拒绝了添加网络的请求',
    add_network_failed: '无法将网络添加到钱包',
    switch_network_rejected: '您拒绝了切换网络的请求',
    switch_network_unknown: '钱包中没有此网络',
    switch_network_failed: '切换网络失败。',
  },

  window: {
    notOpen: '领取尚未开放',
    opensAt: (utc) => `开放时间：${utc}。`,
    checkMeanwhile: '您现在就可以连接钱包并查看配额。',
    closed: '领取已截止',
    paused: '领取已暂停',
    pausedHelp: '您的配额保持不变。恢复后即可领取。',
    closedAt: (utc) => `截止时间：${utc}。`,
    closesAt: (utc) => `领取将于 ${utc} 截止。`,
    whereYouAre: (local) => `您的当地时间：${local}。`,
  },

  allocation: {
    heading: '您的配额',
    loading: '正在加载您的配额...',
    failed: '配额加载失败。请重试。',
    eligible: '符合条件',
    amount: 'SPL 代币配额',
    original: '原始数量：',
    evmAddress: 'EVM 地址',
    updated: '最近更新',
    proceed: '前往领取表单',
    notFound: '未找到配额',
    notFoundHelp: '此地址没有可领取的代币。可能的原因：',
    didNotHold: '此地址在快照时没有持有该币。',
    otherWallet: '使用其他钱包',
    wrongWallet: '连接的钱包不对。请在钱包中切换到其他账户再查看。',
  },

  form: {
    heading: '提交领取',
    amount: '领取数量',
    solanaAddress: 'Solana 地址',
    hint: '32 至 44 个字符。代币将发送到此地址。',
    placeholder: '您的 Solana 钱包地址',
    invalid: 'Solana 地址格式无效。',
    required: '请输入有效的 Solana 地址。',
    useWallet: '使用我的 Solana 钱包',
    takeFromWallet: (wallet) => `使用 ${wallet}`,
    fromWallet: (wallet) => `已从 ${wallet} 填入。请在下方核对。`,
    fromLink: '取自 Solana 链接。请在下方核对。',
    fromExplorer: (site) => `取自 ${site} 的页面。请在下方核对。`,
    withoutHidden: '已去除不可见字符。请在下方核对。',
    checking: '正在 Solana 上查询此地址...',
    unused:
      '此地址似乎从未在 Solana 上使用过：其中没有 SOL。新钱包属于正常情况。如果您的钱包里有 SOL，说明有字符输错了。',
    noticeHeading: '重要提示',
    notices: [
      '您只能领取一次。在发放批次处理您的领取之前，可以更改 Solana 地址。',
      '请输入由您掌握私钥的钱包地址。不要输入交易所的地址。',
    ],
    signatureNote: '您的钱包会请求签名。签名不会转移资金，也不消耗 gas。',
    preview: '您的钱包将显示的内容',
    previewNonce: '（您签名的时间）',
    lastLook: '签名前最后核对',
    lastLookHelp: '请将每一组字符与 Solana 钱包中的地址逐一比对。',
    programOwned: '不常见的地址',
    confirmProgramOwned: '此地址由程序控制，它属于我，我确认要使用它。',
    notSubmitted: '您的领取没有提交',
    walletBusy: '您的钱包中仍有未处理的请求',
    answeredLate: '您的钱包响应太晚：签名的有效期为十分钟。请重新签名，并尽快在钱包中确认。',
    unknown: '不确定您的领取是否已提交',
    unknownHelp:
      '领取已发出，但答复丢失了。请稍后重新加载此页面：如果领取已送达，就会显示出来。重试没有坏处，领取只计一次。',
    noAnswer: '门户没有响应。您输入的地址会保留，领取只计一次：请重试。',
    submit: '签名并提交',
    submitting: '正在签名并提交...',
    openWallet: '您的钱包请求签名。请打开钱包，再核对一次地址。',
    signed: '已签名。正在提交您的领取。',
    looking: '已签名。门户的答复丢失了。正在查询您的领取是否已送达。',
    reset: '重置',
  },

  submission: {
    failed: '提交失败',
    alreadyClaimed: '您已为此地址提交过领取',
    noAllocation: '未找到此地址的配额',
    invalid: '领取数据无效，或签名验证失败',
    signatureRejected: '签名请求被拒绝',
    other: '提交领取失败',
  },

  errors: {
    sol_is_evm_address:
      '这是 EVM 地址，与您连接的地址同类。请输入您的 Solana 钱包地址：它不以 0x 开头。',
    invalid_sol_address: '这不是 Solana 地址：其字符无法解码为 32 字节。可能缺了一部分，或有输入错误。',
    sol_zero_key: '该 Solana 地址是全零密钥，无人掌握。',
    sol_known_program: '该 Solana 地址属于程序，而不是钱包。请输入您自己的钱包地址。',
    sol_off_curve_unconfirmed:
      '没有私钥能为该 Solana 地址签名：它由程序控制，例如多签金库。如果您不确定这是什么意思，请输入普通钱包的地址。',
    sol_off_curve:
      '没有私钥能为该 Solana 地址签名，且该地址上不存在账户。请输入由您掌握私钥的地址。',
    sol_off_curve_unseen:
      '没有私钥能为该 Solana 地址签名，而目前无法查询该地址上是否有金库。没有提交任何内容。请稍后重试，或输入普通钱包的地址。',
    sol_is_token_mint: '该 Solana 地址是代币铸造地址（mint），而不是钱包。请输入您自己的钱包地址。',
    sol_is_token_account: '该 Solana 地址是代币账户，而不是钱包。请输入拥有它的钱包的地址。',
    sol_is_program: '该 Solana 地址是可执行程序，而不是钱包。请输入您自己的钱包地址。',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? '签名与此地址和数据不符。请重新签名。'
        : `签名与此地址、数据和本门户的网址不符。没有提交任何内容。如果是 ${publicUrl} 以外的页面让您签名，请不要信任它。请打开 ${publicUrl} 重新签名。`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? '您签名的消息已不被本门户接受。没有提交任何内容。请重新加载页面并重新签名。'
        : `您签名的消息没有写明其页面，本门户不予接受。没有提交任何内容。请打开 ${publicUrl} 重新签名。`,
    list_replaced:
      '自您打开此页面以来，持有者名单已被替换。没有提交任何内容。请重新加载页面，查看配额并重新签名。',
    high_s_signature: '签名不是规范形式（高 s 值）。请重新签名。',
    stale_nonce: '已签名的领取过旧，或时间在未来。请检查设备的时钟并重新签名。',
    unsupported_chain: '您的钱包所在的网络不受本门户支持。请切换网络并重新签名。',
    contract_wallet: ({ chainName }) =>
      `无法在 ${chainName} 上验证合约钱包：本门户没有可查询的该网络节点。请联系门户团队。`,
    no_contract_on_chain: ({ chainName }) =>
      `此地址在 ${chainName} 上没有合约钱包。请切换到它所在的网络，或在该网络上部署它，然后重新签名。`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `此地址是 ${otherChainName} 上的合约钱包，不在 ${chainName} 上。请切换到 ${otherChainName} 并重新签名。`,
    evm_rpc_unreachable: ({ chainName }) =>
      `目前无法验证此钱包：${chainName} 的节点没有响应。没有提交任何内容。请稍后重试。`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `目前无法验证此钱包：本门户查询 ${chainName} 所用的节点属于另一个网络。没有提交任何内容。请告知门户团队，稍后再试。`,
    wallet_checks_busy: '正在验证的此类钱包过多。没有提交任何内容。请一分钟后重试。',
    claim_under_way: '此领取已无法更改：发放批次已在处理它。没有更改任何内容。',
    nonce_not_newer: '此领取的签名早于已提交的领取，或两者相同。没有更改任何内容。请重新签名。',
    key_required:
      '此领取由其地址的私钥签名，只有该私钥能更改它。没有更改任何内容。请使用提交它的钱包签名。',
    no_claim: '此地址没有提交过领取。',
    no_allocation: '未找到此地址的配额。',
    holder_list_changed:
      '持有者名单在本门户之外被更改，因此无效。没有提交任何内容。需要门户团队重新上传名单。',
    claims_not_open: '领取尚未开放。',
    claims_paused: '领取已暂停。没有提交任何内容。您的配额保持不变：请稍后再试。',
    claims_closed: '领取已截止。',
    already_claimed: '此地址已提交过领取。',
    already_paid: '此地址已发放过。',
    too_many_requests: '请求过多。请稍等片刻再试。',
    request_too_slow: '请求耗时过长，已被中断。没有更改任何内容。请重新发送。',
    store_unavailable: '门户目前无法访问其数据。请稍后重试：已保存的内容不会丢失。',
    not_ready: '门户正在启动或停止。请稍后重试。',
    internal: '我们这边出了问题。请重试；如果仍然如此，请联系门户团队。',
  },

  claim: {
    submitted: '领取已成功提交',
    headings: {
      queued: '您的领取正在排队',
      sending: '正在发送您的代币',
      attention: '您的发放需要处理',
      sent: '您的代币已发送',
      rejected: '您的领取被拒绝',
    },
    badges: {
      queued: '排队等待发放',
      sending: '发送中',
      attention: '需要处理',
      sent: '已发送',
      rejected: '已拒绝',
    },
    journey: '您的领取进展',
    steps: {
      claimed: '已领取',
      inRun: '已列入发放批次',
      onChain: '已上链',
      final: '已最终确认',
      rejected: '领取被拒绝',
    },
    attention: {
      too_small: '该数量小于代币的最小单位，因此无法发放。',
      recipient: '您的 Solana 地址无法接收这些代币：其代币账户不接受它们，或已被冻结。',
      on_hold: '目前尚不确定您的代币是否已到账。在查明之前不会再发送，以免有人被重复发放。',
      failed: '发放没有成功。项目方需要查明原因后才会重试。',
    },
    expectedBy: (utc) => `预计在 ${utc} 前发放。`,
    following: '此页面会跟踪您的领取。您可以关闭它，稍后再来。',
    followingFailed: '门户刚才没有响应，正在再次查询。',
    arrived: '交易已最终确认：代币已在您的 Solana 钱包中。',
    id: '参考编号',
    idName: '参考编号',
    amount: '数量',
    status: '状态',
    submittedAt: '提交时间',
    solanaAddress: 'Solana 地址',
    toAddress: '发送至您的 Solana 地址',
    transaction: 'Solana 交易',
    transactionName: '交易',
    viewTransaction: '查看交易',
    nothingSent: '没有发送任何代币',
    askWhy: ['如果您认为有误，请在', '询问。'],
    claimedFor: '用此钱包为以下地址领取',
    changeAddress: '更改 Solana 地址',
    claimAgain: '重新领取',
    soon: '您的代币即将发送。',
    underWay: '一笔交易正在发送您的代币。',
    updates: ['最新消息发布在', '。'],
    channel: '消息频道',
    unnamedChannel: '项目的消息频道',
    receipt: '您的凭证',
    receiptHelp: '您签名的消息、您的签名和参考编号。请妥善保存，以证明您领取了什么。',
    saveReceipt: '保存凭证',
    copyReceipt: '复制凭证',
    receiptName: '凭证',
  },

  notFound: {
    heading: '页面不存在',
    help: '此网址没有内容。请检查是否输错，或前往领取页面。',
    link: '前往领取页面',
  },

  test: {
    title: '从 EVM 迁移到 Solana',
    heading: '选择网络',
    help: '此页面用于测试脚本和样式能否到达您的浏览器。',
    button: '测试按钮',
    toast: '测试',
    toastHelp: '此页面在该浏览器中运行正常。',
  },
}
