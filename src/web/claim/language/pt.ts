// One file: a language is fetched as a whole, and a translator reads it from end to end beside `en.ts`.

import { pluralOf } from './plural-of.ts'
import type { Translation } from './translation.ts'

const plural = pluralOf('pt-BR')
const decimalsOf = (count: number) =>
  `${count} ${plural(count, { one: 'casa decimal', other: 'casas decimais' })}`

/**
 * Every text of the claim page in Portuguese as in Brazil, in the order of `en.ts`.
 * One file, since a translator reads a language from end to end.
 */
export const pt: Translation = {
  ui: {
    copied: 'Copiado',
    copyFailed: 'Não foi possível copiar',
    copiedWhat: (what) => `Na área de transferência: ${what}.`,
    failedToCopy: (what) => `Não foi possível copiar: ${what}`,
    copy: (what) => `Copiar ${what}`,
    address: 'endereço',
    close: 'Fechar',
    notifications: 'Notificações ({hotkey})',
  },

  page: {
    title: (tokenName) => `Resgatar ${tokenName}`,
    untitled: 'Resgate seus tokens',
    noScript: 'Esta página precisa de JavaScript',
    noScriptHelp:
      'Ela fala com a sua carteira no seu navegador. Permita JavaScript neste site e recarregue a página.',
    loading: 'Carregando',
    language: 'Idioma',
    noAnswer: 'Este site não respondeu',
    noAnswerHelp: 'Nada foi enviado nem alterado. Verifique sua conexão e tente de novo.',
    incomplete: 'Esta página não pôde ser carregada por completo',
    loadAgain: 'Carregar de novo',
    offline: 'Você está offline',
    offlineHelp: 'Não é possível chegar a este site agora. O que você digitou fica guardado.',
    tryAgain: 'Tentar de novo',
    tryingAgain: 'Tentando...',
  },

  progress: {
    label: 'Progresso',
    steps: ['Conectar carteira', 'Ver alocação', 'Enviar pedido'],
    done: ', concluído',
  },

  connect: {
    heading: (tokenName) => `Resgate seus tokens ${tokenName} na Solana`,
    welcome:
      'Conecte a carteira que tinha suas moedas. Você verá sua quantia e dirá qual endereço Solana a recebe.',
    connect: 'Conectar carteira',
    connecting: 'Conectando...',
    connected: 'Carteira conectada',
    failed: 'Falha na conexão',
    disconnected: 'Sua carteira não está mais conectada',
    disconnectedHelp: 'Conecte de novo para continuar. O que você digitou fica guardado.',
    wallet: 'Carteira',
    unnamedWallet: 'Carteira do navegador',
    noWallet:
      'Nenhuma carteira foi encontrada no navegador ainda. Instale uma ou abra esta página no navegador do seu app de carteira.',
    noWalletOnPhone: 'Abra esta página no navegador do seu app de carteira:',
    openIn: (wallet) => `Abrir na ${wallet}`,
  },

  otherWays: {
    onPhone: 'Continuar no celular',
    onPhoneHelp: 'Escaneie com o celular e abra a página no navegador do seu app de carteira.',
    pageQr: 'Código QR desta página',
    open: 'Assinar em outro lugar',
    openHelp:
      'Para carteiras de hardware e outros dispositivos: assine um texto lá e cole a assinatura aqui.',
    forSafe: 'Resgatar para uma Safe que é sua',
    heading: 'Sem carteira neste navegador?',
  },

  elsewhere: {
    about:
      'Digite o endereço que tinha a moeda. Você recebe um texto para assinar onde estiver a chave dele e cola a assinatura aqui.',
    address: 'Endereço EVM',
    addressHint: '0x e 40 dígitos hexadecimais.',
    addressProblems: {
      shape: 'Não é um endereço EVM: ele tem 0x e 40 dígitos hexadecimais.',
      checksum:
        'As maiúsculas deste endereço não batem com os dígitos: há um caractere errado. Copie de novo da sua carteira.',
      solana: 'É um endereço Solana. Digite primeiro o endereço EVM: ele começa com 0x.',
    },
    back: 'Voltar',
    check: 'Ver alocação',
    kind: 'Carteira que assina',
    kindHelp: 'Uma Safe, por exemplo, é uma carteira de contrato: a assinatura dela vale por 14 dias.',
    keyWallet: 'Uma carteira comum (uma chave)',
    contractWallet: (chain) => `Uma carteira de contrato na ${chain}`,
    next: 'Mostrar o texto',
    preparing: 'Preparando o texto...',
    signHeading: 'Assine este texto',
    signWith: 'Assine com este endereço. Assinar é grátis e não movimenta nada.',
    text: 'Texto para assinar',
    textName: 'texto',
    textQr: 'Código QR do texto',
    copy: 'Copiar',
    newText: 'Renovar',
    until: {
      key: (time) => `Válido até ${time}: assine e envie antes disso.`,
      contract: (time) =>
        `Vale até ${time} para uma carteira de contrato. O que uma só chave assina vale por dez minutos.`,
    },
    over: 'Este texto expirou',
    overHelp: (time) => `Valia até ${time}. Seus endereços ficam guardados: renove e assine o novo texto.`,
    signature: 'Assinatura',
    signatureHints: {
      key: '0x e 130 dígitos hexadecimais, ou o JSON que uma ferramenta gera.',
      contract: 'O que a carteira de contrato gera para este texto: 0x e dígitos hexadecimais.',
    },
    signatureProblems: {
      missing: 'Cole o que a carteira gerou quando você assinou o texto.',
      unreadable:
        'Não é possível ler. Deve ter dígitos hexadecimais após 0x, ou ser o JSON de uma ferramenta com "sig".',
      otherText: 'Este JSON é de outro texto, não do texto acima. Assine o texto acima.',
      length: (bytes) =>
        `Tem ${bytes} ${plural(bytes, { one: 'byte', other: 'bytes' })}, e o que uma chave assina tem 65. Copie tudo, ou volte e escolha uma carteira de contrato.`,
      noSigner: 'Nenhuma chave pode ter feito isto. Copie tudo de novo.',
    },
    submit: 'Enviar pedido',
    submitting: 'Enviando...',
    how: {
      heading: 'Como assinar',
      wallet:
        'Em um app de carteira ou carteira de hardware: “Assinar mensagem”. Cole o texto ou escaneie o código QR.',
      explorer: 'Em um explorador, com sua carteira: a página “Verify signature”, depois “Sign message”.',
      foundry: 'Na linha de comando, com Foundry, com o texto salvo como text.txt:',
      command: 'Com o comando do Ferry, que não precisa de página: ele assina e envia.',
      exactly: 'O texto deve ser assinado exatamente como está, sem quebra de linha no fim.',
    },
  },

  walletConnect: {
    opening: 'Pedindo um link ao servidor intermediário...',
    scan: 'Escaneie com seu app de carteira.',
    onPhone: 'Abra seu app de carteira com este link, ou escaneie o código com outro aparelho.',
    openApp: 'Abrir meu app de carteira',
    code: 'O código com que sua carteira se conecta a esta página',
    copy: 'Copiar link',
    link: 'o link',
    help: 'Só esta página e sua carteira podem ler o que enviam uma à outra.',
  },

  wait: {
    hint: 'Sua carteira ainda não respondeu. A janela dela pode estar escondida: abra a carteira, desbloqueie e procure a solicitação.',
    cancel: 'Cancelar',
    lateSignature: 'A solicitação que você cancelou foi assinada. Ela não será usada.',
  },

  otherAccount: {
    signing: (account) => `Sua carteira ainda pede a assinatura do pedido de ${account}.`,
    sending: (account) => `O pedido de ${account} foi assinado e está sendo enviado.`,
    looking: (account) =>
      `A resposta do portal ao pedido de ${account} se perdeu. Estamos verificando se ele chegou.`,
    submitted: (account) =>
      `O pedido de ${account} foi enviado. Para ver, escolha essa conta na sua carteira.`,
    failed: (account) => `O pedido de ${account} não foi enviado.`,
  },

  brand: {
    about: 'Sua moeda está indo para a Solana. Resgate aqui o que você tinha no snapshot, na mesma quantia.',
    claiming: 'Você resgata',
    from: 'De',
    to: 'Para',
    youAreOn: 'Você está em',
    opens: 'Abertura',
    closes: 'Encerramento',
    expected: 'Pagamento previsto',
    progress: (claimed, listed) => `${claimed} de ${listed} titulares já resgataram`,
  },

  trust: {
    recoveryPhrase: 'Nunca digite sua frase de recuperação nem uma chave privada. Quem pede é ladrão.',
    links: {
      site: 'Site do projeto',
      terms: 'Termos',
      support: 'Suporte',
      announcement: 'Anúncio',
    },
  },

  amount: {
    receive: 'Você recebe',
    decimals: (decimals) => `(${decimalsOf(decimals)})`,
    nothing: 'Nada chegaria',
    nothingHelp: (decimals) =>
      `Esta quantia é menor que a menor unidade do token: na Solana ele tem ${decimalsOf(decimals)}. Um pedido não pagaria nada.`,
  },

  security: {
    heading: 'Sobre este pedido',
    oneClaim: 'Um pedido por endereço.',
    exactAmounts: 'Quantias exatas do snapshot.',
    signature: 'Sua assinatura é verificada. Ela não movimenta fundos nem gasta gas.',
    file: 'Arquivo de alocações',
    fileHash: 'hash do arquivo',
  },

  network: {
    heading: 'Redes:',
    wrong: 'Rede incorreta',
    wrongHelp: 'Sua carteira está em uma rede que não é aceita aqui. Mude para uma destas.',
    chainId: (decimal, hex) => `ID da rede ${decimal} (${hex})`,
    current: 'Atual',
    add: 'Adicionar à carteira',
    switch: 'Mudar',
    added: 'Rede adicionada',
    addedHelp: (network) => `${network} está na sua carteira.`,
    addFailed: 'A rede não foi adicionada',
    switched: 'Rede alterada',
    switchedHelp: (network) => `Sua carteira está na ${network}.`,
    notFound: 'Rede não encontrada',
    notFoundHelp: 'Primeiro adicione esta rede à carteira',
    switchFailed: 'A rede não foi alterada',
  },

  wallet: {
    not_detected: 'Nenhuma carteira detectada no navegador. Instale uma para continuar.',
    not_connected: 'Carteira não conectada',
    chain_unknown: 'Sua carteira não informa em qual rede está. Desbloqueie ou use outra carteira.',
    request_pending: 'Sua carteira já mostra uma solicitação. Abra a carteira e responda.',
    connect_rejected: 'Você recusou a solicitação de conexão.',
    connect_out_of_touch: 'Erro de rede. Tente de novo.',
    connect_failed: 'Ocorreu um erro desconhecido.',
    no_evm_account:
      'Esta carteira não informou nenhuma conta EVM. Escolha nela uma conta EVM ou use outra carteira.',
    relay_silent:
      'O servidor do WalletConnect não respondeu. Nada foi pedido à sua carteira. Verifique sua conexão e tente de novo.',
    sign_rejected: 'Você recusou a solicitação de assinatura',
    sign_failed: 'Não foi possível assinar a mensagem',
    sign_empty: 'Sua carteira não deu nenhuma assinatura. Tente de novo ou use outra carteira.',
    sign_pending:
      'Sua Safe já tem esta assinatura e espera os outros donos. Quando eles assinarem, volte em até 14 dias e aperte o botão de novo.',
    add_network_rejected: 'Você recusou adicionar a rede',
    add_network_failed: 'Não foi possível adicionar a rede à carteira',
    switch_network_rejected: 'Você recusou a mudança de rede',
    switch_network_unknown: 'A carteira não conhece esta rede',
    switch_network_failed: 'Não foi possível mudar de rede.',
  },

  window: {
    notOpen: 'Os resgates ainda não abriram',
    opensAt: (utc) => `Abrem em ${utc}.`,
    checkMeanwhile: 'Você já pode conectar sua carteira e ver sua alocação.',
    closed: 'Os resgates estão encerrados',
    paused: 'Os resgates estão pausados',
    pausedHelp: 'Sua quantia está segura. Volte mais tarde.',
    closedAt: (utc) => `Encerraram em ${utc}.`,
    closesAt: (utc) => `Os resgates encerram em ${utc}.`,
    whereYouAre: (local) => `No seu horário: ${local}.`,
  },

  allocation: {
    heading: 'Sua alocação',
    loading: 'Carregando sua alocação...',
    changed: (was, is) => `Sua alocação mudou de ${was} para ${is}.`,
    claimGone: 'Seu pedido não está mais aqui',
    claimGoneHelp: 'O projeto o removeu. Resgate de novo.',
    failed: 'Não foi possível carregar a alocação. Tente de novo.',
    eligible: 'Elegível',
    amount: 'Alocação em tokens SPL',
    original: 'Quantia original:',
    evmAddress: 'Endereço EVM',
    updated: 'Última atualização:',
    proceed: 'Ir para o formulário',
    notFound: 'Nenhuma alocação encontrada',
    notFoundHelp: 'Não há nada para resgatar com este endereço. Possíveis motivos:',
    notPublished: 'A lista de titulares ainda não foi publicada',
    notPublishedHelp: 'Volte mais tarde.',
    didNotHold: 'Este endereço não tinha a moeda no momento do snapshot.',
    otherWallet: 'Usar outra carteira',
    wrongWallet: 'A carteira errada está conectada. Mude para outra conta na sua carteira para verificar.',
  },

  form: {
    heading: 'Envie seu pedido',
    amount: 'Quantia',
    otherAmount: (was, is) => `Seu pedido é de ${was}. Sua alocação agora é ${is}: é isso que você assina.`,
    solanaAddress: 'Endereço Solana',
    hint: 'Copie da sua carteira Solana: Receber e depois Copiar.',
    placeholder: 'O endereço da sua carteira Solana',
    invalid: 'O formato não é de um endereço Solana.',
    noNames: 'Nomes como toly.sol não funcionam aqui.',
    secret:
      'Isso parece uma chave privada ou frase de recuperação. Nunca a digite em lugar nenhum. Quem a tiver pode levar seus fundos.',
    required: 'Digite um endereço Solana válido.',
    useWallet: 'Usar minha carteira Solana',
    takeFromWallet: (wallet) => `Usar ${wallet}`,
    fromWallet: (wallet) => `Preenchido pela ${wallet}. Compare abaixo.`,
    fromLink: 'Obtido de um link Solana. Compare abaixo.',
    fromExplorer: (site) => `Obtido de uma página de ${site}. Compare abaixo.`,
    withoutHidden: 'Outros caracteres foram removidos. Compare o endereço abaixo.',
    checking: 'Procurando este endereço na Solana...',
    unused: 'Este endereço está vazio. Carteira nova? Tudo bem. Se a sua tem SOL, este não é o seu endereço.',
    noticeHeading: 'Aviso importante',
    notices: [
      'Você pode corrigir o endereço até o pagamento começar, depois não.',
      'Use sua própria carteira. Tokens enviados a uma corretora podem se perder.',
    ],
    signatureNote: 'Assinar é grátis e não movimenta nada.',
    preview: 'O que sua carteira vai mostrar',
    previewNonce: '(o momento em que você assina)',
    lastLook: 'Confira antes de assinar',
    lastLookHelp: 'Compare cada grupo com o endereço na sua carteira Solana.',
    programOwned: 'Um endereço incomum',
    confirmProgramOwned: 'Este é o meu cofre (por exemplo, um multisig do Squads).',
    notSubmitted: 'Seu pedido não foi enviado',
    nothingSent: (button) => `Nada foi enviado. Toque em “${button}” para tentar de novo.`,
    walletBusy: 'Há uma solicitação aberta na sua carteira',
    moreOwners: 'Você assinou; faltam outros donos',
    answeredLate:
      'Sua carteira respondeu tarde demais: uma assinatura vale por dez minutos. Assine de novo e confirme logo na carteira.',
    otherSigner: (signer, own) =>
      `Assinado por ${signer}, não por ${own}: outra conta assinou, ou outro texto. Assine de novo com ${own}.`,
    unknown: 'Não se sabe se seu pedido chegou',
    unknownHelp:
      'Ele foi enviado e a resposta se perdeu. Recarregue esta página mais tarde: se o pedido chegou, ele aparece. Tentar de novo não faz mal, um pedido só conta uma vez.',
    noAnswer:
      'Este site não respondeu. O endereço que você digitou fica guardado e um pedido só conta uma vez: tente de novo.',
    submit: 'Assinar e enviar',
    submitting: 'Assinando e enviando...',
    openWallet: 'Sua carteira pede a assinatura. Abra e compare o endereço mais uma vez.',
    reachingWallet: 'Contatando sua carteira pelo WalletConnect...',
    signed: 'Assinado. Seu pedido está sendo enviado.',
    looking: 'Assinado. A resposta do portal se perdeu. Estamos verificando se seu pedido chegou.',
    reset: 'Reiniciar',
  },

  safe: {
    heading: 'Resgatar para uma Safe',
    help: 'Os donos assinam nesta página um após o outro, cada um com a própria carteira. Não movimenta fundos nem gasta gas.',
    address: 'Endereço da Safe',
    addressHint: 'O endereço que tinha a moeda: 0x e 40 caracteres.',
    find: 'Procurar esta Safe',
    invalid: 'Não é um endereço EVM: ele tem 0x e 40 caracteres.',
    notFound: (networks) => `Não há Safe neste endereço na ${networks}.`,
    notASafe:
      'Este endereço é um contrato, mas não uma Safe da versão 1.3.0 ou posterior. Conecte essa própria carteira a esta página.',
    unknown: 'A rede não informa agora o que é este endereço. Tente daqui a pouco.',
    otherSafe: 'Outra Safe',
    threshold: (threshold, owners) =>
      owners === 1 ? 'O único dono precisa assinar.' : `${threshold} dos ${owners} donos precisam assinar.`,
    on: (network) => `Safe na ${network}`,
    begin: 'Ir para as assinaturas',
    count: (signed, threshold) => `${signed} de ${threshold} assinaturas`,
    until: (utc) => `Todas precisam estar aqui até ${utc}. Volte a esta página até lá.`,
    owner: 'Dono',
    signed: 'Assinou',
    missing: 'Ainda não',
    you: 'conectado',
    sign: 'Assinar como este dono',
    signing: 'Assinando...',
    submit: 'Enviar o pedido',
    handOn: 'Envie este link ao próximo dono',
    handOnHelp:
      'Ele contém o pedido e as assinaturas até agora. Só um dono pode acrescentar uma, e ninguém pode mudar o pedido.',
    copyLink: 'Copiar link',
    link: 'o link',
    connectOwner: 'Conecte a carteira de um dono para assinar.',
    notAnOwner: 'A conta conectada não é dona desta Safe. Escolha um dono na sua carteira.',
    hasSigned: 'O dono conectado já assinou. Agora assina o próximo.',
    wrongNetwork: (network) => `Mude sua carteira para ${network} para assinar.`,
    shown: 'O que os donos aprovam',
    shownHelp: 'Sua carteira mostra o hash deste texto como a mensagem da Safe.',
    otherSigner: 'Essa assinatura não é do dono conectado. Assine de novo com essa conta.',
    dropped:
      'Uma assinatura deste link não corresponde a este pedido e foi deixada de fora: a lista de titulares pode ter mudado.',
    expired: 'Este pedido foi iniciado há mais de 14 dias',
    expiredHelp: 'As assinaturas dele não contam mais. Recomece: os donos assinam outra vez.',
    startAnew: 'Recomeçar',
    badLink: 'Este link está incompleto. Peça de novo ou recomece.',
    wallet: 'Este endereço é uma carteira de contrato',
    walletHelp:
      'Os donos têm até 14 dias. Esta página pede sempre o mesmo texto: volte e aperte o botão de novo até todos terem assinado.',
    waiting: (utc) => `Já iniciado: o mesmo texto é pedido de novo, até ${utc}.`,
    elsewhere: (network) =>
      `Este endereço é uma carteira de contrato na ${network}. Mude sua carteira para ${network} para assinar.`,
  },

  submission: {
    failed: 'O envio falhou',
    alreadyClaimed: 'Você já enviou um pedido para este endereço',
    noAllocation: 'Nenhuma alocação encontrada para este endereço',
    invalid: 'Dados inválidos, ou a assinatura não pôde ser verificada',
    signatureRejected: 'A solicitação de assinatura foi recusada',
    other: 'Não foi possível enviar o pedido',
  },

  errors: {
    sol_is_evm_address:
      'Este é um endereço EVM, como o que você conectou. Digite o endereço da sua carteira Solana: ele não começa com 0x.',
    invalid_sol_address: 'Este não é um endereço Solana completo. Copie de novo.',
    sol_zero_key: 'Esse endereço Solana é a chave só de zeros, que ninguém controla.',
    sol_known_program:
      'Esse endereço Solana é de um programa, não de uma carteira. Digite o endereço da sua própria carteira.',
    sol_off_curve_unconfirmed:
      'Nenhuma chave pode assinar por esse endereço Solana: um programa o controla, como em um cofre multisig. Se você não tem certeza do que isso significa, digite o endereço de uma carteira comum.',
    sol_off_curve:
      'Nenhuma chave pode assinar por esse endereço Solana e não existe conta nele. Digite um endereço cuja chave é sua.',
    sol_off_curve_unseen:
      'Nenhuma chave pode assinar por esse endereço Solana, e agora não é possível verificar se existe um cofre nele. Nada foi enviado. Tente daqui a pouco ou digite o endereço de uma carteira comum.',
    sol_is_token_mint:
      'Esse endereço Solana é o próprio token (mint), não uma carteira. Digite o endereço da sua própria carteira.',
    sol_is_token_account:
      'Esse endereço Solana é uma conta de token, não uma carteira. Digite o endereço da carteira dona dela.',
    sol_is_program:
      'Esse endereço Solana é um programa executável, não uma carteira. Digite o endereço da sua própria carteira.',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'A assinatura não corresponde a este endereço e a estes dados. Assine o pedido de novo.'
        : `A assinatura não corresponde a este endereço, a estes dados e ao endereço deste portal. Nada foi enviado. Se outra página que não ${publicUrl} pediu sua assinatura, não confie nela. Abra ${publicUrl} e assine de novo.`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Você assinou uma mensagem que este portal não aceita mais. Nada foi enviado. Recarregue a página e assine de novo.'
        : `Você assinou uma mensagem que não cita a página dela; este portal não a aceita. Nada foi enviado. Abra ${publicUrl} e assine de novo.`,
    list_replaced: ({ was, is }) =>
      was === is
        ? 'A lista de titulares foi substituída desde que você abriu esta página. Nada foi enviado. Assine de novo.'
        : `Sua alocação mudou de ${was} para ${is}. Nada foi enviado. Confira e assine de novo.`,
    high_s_signature: 'A assinatura não está na forma canônica (s alto). Assine o pedido de novo.',
    stale_nonce:
      'O pedido assinado é antigo demais ou do futuro. Verifique o relógio do seu aparelho e assine de novo.',
    unsupported_chain:
      'Sua carteira está em uma rede que este portal não aceita. Mude de rede e assine de novo.',
    contract_wallet: ({ chainName }) =>
      `Carteiras de contrato não podem ser verificadas na ${chainName}: este portal não tem um nó dessa rede para consultar. Fale com a equipe do portal.`,
    no_contract_on_chain: ({ chainName }) =>
      `Não há carteira de contrato neste endereço na ${chainName}. Mude para a rede em que ela existe, ou implante-a ali, e assine de novo.`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `Este endereço é uma carteira de contrato na ${otherChainName}, não na ${chainName}. Mude para ${otherChainName} e assine de novo.`,
    contract_checked_elsewhere: ({ chainName, otherChainName }) =>
      `Esta carteira não pode ser verificada na ${chainName}: este portal só pode consultá-la na ${otherChainName}. Mude para ${otherChainName} e assine de novo.`,
    evm_rpc_unreachable: ({ chainName }) =>
      `Agora não é possível verificar esta carteira: o nó da ${chainName} não responde. Nada foi enviado. Tente daqui a pouco.`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `Agora não é possível verificar esta carteira: o nó que este portal consulta para a ${chainName} é de outra rede. Nada foi enviado. Avise a equipe do portal e tente mais tarde.`,
    too_busy: 'Há pessoas demais usando este portal agora. Nada foi enviado. Tente daqui a alguns segundos.',
    wallet_checks_busy:
      'Há carteiras demais deste tipo sendo verificadas. Nada foi enviado. Tente daqui a um minuto.',
    claim_under_way: 'Este pedido não pode mais ser alterado: um pagamento já o incluiu. Nada foi alterado.',
    nonce_not_newer:
      'Este pedido foi assinado antes do enviado, ou é o mesmo. Nada foi alterado. Assine de novo.',
    key_required:
      'Este pedido foi assinado com a chave do endereço dele, e só ela pode alterá-lo. Nada foi alterado. Assine com a carteira que o enviou.',
    no_claim: 'Nenhum pedido foi enviado para este endereço.',
    no_allocation: 'Nenhuma alocação foi encontrada para este endereço.',
    amount_exceeds_u64:
      'Esta alocação é maior do que uma conta de tokens na Solana comporta. Nada foi enviado. Avise a equipe do portal.',
    holder_list_changed:
      'A lista de titulares foi alterada fora deste portal e não é válida. Nada foi enviado. A equipe do portal precisa enviá-la de novo.',
    claims_not_open: 'Os resgates ainda não abriram.',
    wallet_denied:
      'Esta carteira não pode ser usada aqui. Se você acha que é um engano, pergunte ao projeto.',
    destination_denied: 'Este endereço Solana não pode ser usado aqui. Nada foi enviado. Digite outro.',
    claims_paused:
      'Os resgates estão pausados. Nada foi enviado. Sua alocação continua igual: tente mais tarde.',
    claims_closed: 'Os resgates estão encerrados.',
    already_claimed: 'Já foi enviado um pedido para este endereço.',
    already_paid: 'Este endereço já foi pago.',
    too_many_requests: 'Solicitações demais. Espere um momento e tente de novo.',
    request_too_slow: 'A solicitação demorou demais e foi interrompida. Nada foi alterado. Envie de novo.',
    store_unavailable:
      'O portal não consegue acessar os dados agora. Tente daqui a pouco: o que estava salvo continua salvo.',
    not_ready: 'O portal está iniciando ou parando. Tente daqui a pouco.',
    internal: 'Algo deu errado do nosso lado. Tente de novo; se continuar, fale com a equipe do portal.',
  },

  claim: {
    submitted: 'Pedido enviado com sucesso',
    addressChanged: 'Endereço alterado',
    headings: {
      queued: 'Seu pedido está na fila',
      sending: 'Seus tokens estão sendo enviados',
      attention: 'Seu pagamento precisa de atenção',
      sent: 'Seus tokens foram enviados',
      rejected: 'Seu pedido foi recusado',
    },
    badges: {
      queued: 'Na fila de pagamento',
      sending: 'Enviando',
      attention: 'Precisa de atenção',
      sent: 'Enviado',
      rejected: 'Recusado',
    },
    journey: 'Onde está seu pedido',
    steps: {
      claimed: 'Pedido feito',
      inRun: 'Aguardando o pagamento',
      onChain: 'Enviado na Solana',
      final: 'Recebido',
      rejected: 'Pedido recusado',
    },
    attention: {
      too_small: 'A quantia é menor que a menor unidade do token, então nada pode ser pago por ela.',
      recipient:
        'Seu endereço Solana não pode receber estes tokens: a conta de token dele está fechada para eles ou congelada.',
      on_hold:
        'Ainda não é certo se seus tokens chegaram. Nada mais é enviado até isso ficar claro, para que ninguém receba duas vezes.',
      failed: 'O pagamento não foi concluído. O projeto precisa analisar antes de tentar de novo.',
    },
    expectedBy: (utc) => `O pagamento é esperado até ${utc}.`,
    following: 'Você pode fechar esta página. Conecte a mesma carteira para ver como está.',
    followingFailed: 'Este site não respondeu agora há pouco. Ele será consultado de novo.',
    arrived: 'A transação é definitiva: os tokens estão na sua carteira Solana.',
    id: 'Número de referência',
    idName: 'número de referência',
    toAddress: 'Para seu endereço Solana',
    transaction: 'Transação Solana',
    transactionName: 'transação',
    why: 'Motivo',
    viewTransaction: 'Ver transação',
    askWhy: ['Se você acha que é um engano, pergunte aqui: ', '.'],
    claimedFor: 'Vai para',
    changeAddress: 'Alterar endereço Solana',
    presentAddress: (address) => `Por enquanto vai para ${address}.`,
    claimAgain: 'Resgatar de novo',
    noChange: {
      taken: 'Um pagamento já incluiu este pedido: seu endereço Solana não pode ser alterado.',
      notOpen: 'Os resgates não estão abertos agora, por isso o endereço Solana não pode ser alterado.',
    },
    noClaimAgain: {
      taken: 'Um pagamento ainda tem este pedido na lista. Você pode resgatar de novo quando ele terminar.',
      notOpen: 'Os resgates não estão abertos agora, por isso você não pode resgatar de novo.',
    },
    soon: 'Seus tokens serão enviados em breve.',
    underWay: 'Uma transação está levando seus tokens agora.',
    updates: ['As novidades aparecem em: ', '.'],
    channel: 'canal de mensagens',
    unnamedChannel: 'canal de mensagens do projeto',
    receiptAndProof: 'Recibo e prova',
    another: 'Para outra carteira',
    noSol:
      'Esta carteira ainda não tem SOL. Seus tokens chegarão do mesmo jeito; movê-los exige um pouco de SOL.',
    receipt: 'Seu recibo',
    receiptHelp:
      'A mensagem que você assinou, sua assinatura e o número de referência. Guarde para comprovar o que você pediu.',
    saveReceipt: 'Salvar recibo',
    copyReceipt: 'Copiar recibo',
    receiptName: 'recibo',
    proof: 'Prova da sua quantia',
    proofHelp: 'Para especialistas: confira se a lista publicada tem a sua quantia.',
    saveProof: 'Salvar prova',
    savingProof: 'Buscando…',
    saveCheckingPage: 'Salvar página de verificação',
    proofFailed: 'Não foi possível obter a prova. Tente de novo.',
  },

  notFound: {
    heading: 'Página não encontrada',
    help: 'Não há nada neste endereço. Verifique se há um erro de digitação ou vá para a página de resgate.',
    link: 'Ir para a página de resgate',
  },

  test: {
    title: 'Migração de EVM para Solana',
    heading: 'Seleção de rede',
    help: 'Esta página testa se os scripts e os estilos chegam ao seu navegador.',
    button: 'Botão de teste',
    toast: 'Teste',
    toastHelp: 'A página funciona neste navegador.',
  },
}
