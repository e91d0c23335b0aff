// One file: a language is fetched as a whole, and a translator reads it from end to end beside `en.ts`.

import { pluralOf } from './plural-of.ts'
import type { Translation } from './translation.ts'

const plural = pluralOf('fr')
const decimalsOf = (count: number) => `${count} ${plural(count, { one: 'décimale', other: 'décimales' })}`

/**
 * Every text of the claim page in French, in the order of `en.ts`. The space before a colon does not break.
 * One file, since a translator reads a language from end to end.
 */
export const fr: Translation = {
  ui: {
    copied: 'Copié',
    copyFailed: 'La copie a échoué',
    copiedWhat: (what) => `Dans le presse-papiers : ${what}.`,
    failedToCopy: (what) => `Copie impossible : ${what}`,
    copy: (what) => `Copier : ${what}`,
    address: 'adresse',
    close: 'Fermer',
    notifications: 'Notifications ({hotkey})',
  },

  page: {
    title: (tokenName) => `Réclamer ${tokenName}`,
    untitled: 'Réclamez vos tokens',
    noScript: 'Cette page a besoin de JavaScript',
    noScriptHelp:
      'Elle communique avec votre wallet dans votre navigateur. Autorisez JavaScript pour ce site et rechargez la page.',
    loading: 'Chargement',
    language: 'Langue',
    noAnswer: 'Ce site n’a pas répondu',
    noAnswerHelp: 'Rien n’a été envoyé ni modifié. Vérifiez votre connexion et réessayez.',
    incomplete: 'Cette page n’a pas pu être chargée entièrement',
    loadAgain: 'La recharger',
    offline: 'Vous êtes hors ligne',
    offlineHelp: 'Ce site n’est pas joignable d’ici pour le moment. Votre saisie est conservée.',
    tryAgain: 'Réessayer',
    tryingAgain: 'Nouvel essai...',
  },

  progress: {
    label: 'Progression',
    steps: ['Connecter le wallet', 'Voir l’allocation', 'Envoyer la demande'],
    done: ', terminé',
  },

  connect: {
    heading: (tokenName) => `Réclamez vos tokens ${tokenName} sur Solana`,
    welcome:
      'Connectez le wallet qui détenait vos pièces. Vous verrez votre montant et direz quelle adresse Solana le reçoit.',
    connect: 'Connecter le wallet',
    connecting: 'Connexion...',
    connected: 'Wallet connecté',
    failed: 'La connexion a échoué',
    disconnected: 'Votre wallet n’est plus connecté',
    disconnectedHelp: 'Reconnectez-le pour continuer. Votre saisie est conservée.',
    wallet: 'Wallet',
    unnamedWallet: 'Wallet du navigateur',
    noWallet:
      'Aucun wallet n’a encore été trouvé dans le navigateur. Installez-en un, ou ouvrez cette page dans le navigateur de votre app de wallet.',
    noWalletOnPhone: 'Ouvrez cette page dans le navigateur de votre app de wallet :',
    openIn: (wallet) => `Ouvrir dans ${wallet}`,
  },

  otherWays: {
    onPhone: 'Continuer sur le téléphone',
    onPhoneHelp:
      'Scannez ceci avec votre téléphone et ouvrez la page dans le navigateur de votre app de wallet.',
    pageQr: 'QR code de cette page',
    open: 'Signer ailleurs',
    openHelp:
      'Pour les wallets matériels et d’autres appareils : signez-y un texte, collez la signature ici.',
    forSafe: 'Réclamer pour un Safe qui est à vous',
    heading: 'Pas de wallet dans ce navigateur ?',
  },

  elsewhere: {
    about:
      'Saisissez l’adresse qui détenait la monnaie. Vous recevez un texte à signer là où se trouve sa clé, puis vous collez la signature ici.',
    address: 'Adresse EVM',
    addressHint: '0x et 40 chiffres hexadécimaux.',
    addressProblems: {
      shape: 'Ce n’est pas une adresse EVM : il faut 0x et 40 chiffres hexadécimaux.',
      checksum:
        'Les majuscules de cette adresse ne correspondent pas à ses chiffres : un caractère est faux. Copiez-la à nouveau depuis votre wallet.',
      solana: 'C’est une adresse Solana. Saisissez d’abord l’adresse EVM : elle commence par 0x.',
    },
    back: 'Retour',
    check: 'Voir l’allocation',
    kind: 'Wallet qui signe',
    kindHelp: 'Un Safe, par exemple, est un wallet de contrat : sa signature vaut 14 jours.',
    keyWallet: 'Un wallet ordinaire (une clé)',
    contractWallet: (chain) => `Un wallet de contrat sur ${chain}`,
    next: 'Afficher le texte',
    preparing: 'Préparation du texte...',
    signHeading: 'Signez ce texte',
    signWith: 'Signez avec cette adresse. Signer est gratuit et ne déplace rien.',
    text: 'Texte à signer',
    textName: 'texte',
    textQr: 'QR code du texte',
    copy: 'Copier',
    newText: 'Renouveler',
    until: {
      key: (time) => `Valable jusqu’à ${time} : signez-le et envoyez-le d’ici là.`,
      contract: (time) =>
        `Valable jusqu’à ${time} pour un wallet de contrat. La signature d’une seule clé vaut dix minutes.`,
    },
    over: 'Ce texte a expiré',
    overHelp: (time) =>
      `Il valait jusqu’à ${time}. Vos adresses sont conservées : renouvelez-le et signez le nouveau texte.`,
    signature: 'Signature à coller',
    signatureHints: {
      key: '0x et 130 chiffres hexadécimaux, ou le JSON d’un outil.',
      contract: 'Ce que le wallet de contrat donne pour ce texte : 0x et des chiffres hexadécimaux.',
    },
    signatureProblems: {
      missing: 'Collez ce que le wallet a donné quand vous avez signé le texte.',
      unreadable: 'Illisible. Il faut des chiffres hexadécimaux après 0x, ou le JSON d’un outil avec "sig".',
      otherText: 'Ce JSON concerne un autre texte. Signez le texte ci-dessus.',
      length: (bytes) =>
        `Il y a ${bytes} ${plural(bytes, { one: 'octet', other: 'octets' })}, et la signature d’une clé en a 65. Copiez-la en entier, ou revenez et choisissez un wallet de contrat.`,
      noSigner: 'Aucune clé ne peut avoir fait cette signature. Copiez-la à nouveau en entier.',
    },
    submit: 'Envoyer la demande',
    submitting: 'Envoi...',
    how: {
      heading: 'Comment le signer',
      wallet:
        'Dans une app de wallet ou un wallet matériel : « Signer un message ». Collez le texte ou scannez son QR code.',
      explorer:
        'Sur un explorateur, avec votre wallet : sa page « Verify signature », puis « Sign message ».',
      foundry: 'En ligne de commande, avec Foundry, le texte enregistré sous text.txt :',
      command: 'Avec la commande de Ferry, qui se passe de page : elle signe et envoie.',
      exactly: 'Le texte doit être signé tel quel, sans saut de ligne à la fin.',
    },
  },

  walletConnect: {
    opening: 'Demande d’un lien au serveur relais...',
    scan: 'Scannez ceci avec votre app de wallet.',
    onPhone: 'Ouvrez votre app de wallet avec ce lien, ou scannez le code avec un autre appareil.',
    openApp: 'Ouvrir mon app de wallet',
    code: 'Le code par lequel votre wallet se connecte à cette page',
    copy: 'Copier le lien',
    link: 'lien',
    help: 'Seuls cette page et votre wallet peuvent lire ce qu’ils s’envoient.',
  },

  wait: {
    hint: 'Votre wallet n’a pas encore répondu. Sa fenêtre est peut-être cachée : ouvrez le wallet, déverrouillez-le et cherchez la demande.',
    cancel: 'Annuler',
    lateSignature: 'La demande que vous avez annulée a été signée. Elle n’est pas utilisée.',
  },

  otherAccount: {
    signing: (account) => `Votre wallet demande encore de signer pour ${account}.`,
    sending: (account) => `La demande de ${account} est signée et en cours d’envoi.`,
    looking: (account) =>
      `La réponse du portail à la demande de ${account} s’est perdue. Nous vérifions si la demande est arrivée.`,
    submitted: (account) =>
      `La demande de ${account} a été envoyée. Pour la voir, choisissez ce compte dans votre wallet.`,
    failed: (account) => `La demande de ${account} n’a pas été envoyée.`,
  },

  brand: {
    about:
      'Votre monnaie passe sur Solana. Réclamez ici ce que vous déteniez au moment du snapshot, pour le même montant.',
    claiming: 'Vous réclamez',
    from: 'De',
    to: 'Vers',
    youAreOn: 'Vous êtes sur',
    opens: 'Ouverture',
    closes: 'Clôture',
    expected: 'Paiement prévu',
    progress: (claimed, listed) => `${claimed} détenteurs sur ${listed} ont fait leur demande`,
  },

  trust: {
    recoveryPhrase:
      'Ne saisissez jamais votre phrase de récupération ni une clé privée. Quiconque la demande est un voleur.',
    links: {
      site: 'Site du projet',
      terms: 'Conditions',
      support: 'Assistance',
      announcement: 'Annonce',
    },
  },

  amount: {
    receive: 'Vous recevez',
    decimals: (decimals) => `(${decimalsOf(decimals)})`,
    nothing: 'Rien n’arriverait',
    nothingHelp: (decimals) =>
      `Ce montant est inférieur à la plus petite unité du token : il a ${decimalsOf(decimals)} sur Solana. Une demande ne paierait rien.`,
  },

  security: {
    heading: 'À propos de cette demande',
    oneClaim: 'Une demande par adresse.',
    exactAmounts: 'Les montants exacts du snapshot.',
    signature: 'Votre signature est vérifiée. Elle ne déplace aucun fonds et ne coûte pas de gas.',
    file: 'Fichier des allocations',
    fileHash: 'hash du fichier',
  },

  network: {
    heading: 'Réseaux :',
    wrong: 'Mauvais réseau',
    wrongHelp: 'Votre wallet est sur un réseau qui n’est pas accepté ici. Passez sur l’un de ceux-ci.',
    chainId: (decimal, hex) => `ID de chaîne ${decimal} (${hex})`,
    current: 'Actuel',
    add: 'Ajouter au wallet',
    switch: 'Changer',
    added: 'Réseau ajouté',
    addedHelp: (network) => `${network} est dans votre wallet.`,
    addFailed: 'Le réseau n’a pas été ajouté',
    switched: 'Réseau changé',
    switchedHelp: (network) => `Votre wallet est sur ${network}.`,
    notFound: 'Réseau introuvable',
    notFoundHelp: 'Ajoutez d’abord ce réseau au wallet',
    switchFailed: 'Le réseau n’a pas été changé',
  },

  wallet: {
    not_detected: 'Aucun wallet détecté dans le navigateur. Installez-en un pour continuer.',
    not_connected: 'Wallet non connecté',
    chain_unknown:
      'Votre wallet n’indique pas sur quel réseau il est. Déverrouillez-le ou utilisez un autre wallet.',
    request_pending: 'Votre wallet affiche déjà une demande. Ouvrez votre wallet et répondez-y.',
    connect_rejected: 'Vous avez refusé la demande de connexion.',
    connect_out_of_touch: 'Erreur de réseau. Veuillez réessayer.',
    connect_failed: 'Une erreur inconnue est survenue.',
    no_evm_account:
      'Ce wallet n’a donné aucun compte EVM. Choisissez-y un compte EVM, ou utilisez un autre wallet.',
    relay_silent:
      'Le relais WalletConnect n’a pas répondu. Rien n’a été demandé à votre wallet. Vérifiez votre connexion et réessayez.',
    sign_rejected: 'Vous avez refusé la demande de signature',
    sign_failed: 'Le message n’a pas pu être signé',
    sign_empty: 'Votre wallet n’a donné aucune signature. Réessayez, ou utilisez un autre wallet.',
    sign_pending:
      'Votre Safe a reçu cette signature et attend ses autres propriétaires. Quand ils auront signé, revenez sous 14 jours et appuyez à nouveau sur le bouton.',
    add_network_rejected: 'Vous avez refusé l’ajout du réseau',
    add_network_failed: 'Le réseau n’a pas pu être ajouté au wallet',
    switch_network_rejected: 'Vous avez refusé le changement de réseau',
    switch_network_unknown: 'Le wallet ne connaît pas ce réseau',
    switch_network_failed: 'Le réseau n’a pas pu être changé.',
  },

  window: {
    notOpen: 'Les demandes ne sont pas encore ouvertes',
    opensAt: (utc) => `Ouverture le ${utc}.`,
    checkMeanwhile: 'Vous pouvez déjà connecter votre wallet et consulter votre allocation.',
    closed: 'Les demandes sont closes',
    paused: 'Les demandes sont suspendues',
    pausedHelp: 'Votre montant est en sécurité. Revenez plus tard.',
    closedAt: (utc) => `Elles ont été closes le ${utc}.`,
    closesAt: (utc) => `Clôture des demandes le ${utc}.`,
    whereYouAre: (local) => `À votre heure locale : ${local}.`,
  },

  allocation: {
    heading: 'Votre allocation',
    loading: 'Chargement de votre allocation...',
    changed: (was, is) => `Votre allocation est passée de ${was} à ${is}.`,
    claimGone: 'Votre demande n’est plus ici',
    claimGoneHelp: 'Le projet l’a retirée. Réclamez à nouveau.',
    failed: 'L’allocation n’a pas pu être chargée. Veuillez réessayer.',
    eligible: 'Éligible',
    amount: 'Allocation en tokens SPL',
    original: 'Montant d’origine :',
    evmAddress: 'Adresse EVM',
    updated: 'Dernière mise à jour :',
    proceed: 'Aller au formulaire',
    notFound: 'Aucune allocation trouvée',
    notFoundHelp: 'Il n’y a rien à réclamer pour cette adresse. Raisons possibles :',
    notPublished: 'La liste des détenteurs n’est pas encore publiée',
    notPublishedHelp: 'Revenez plus tard.',
    didNotHold: 'Cette adresse ne détenait pas la monnaie au moment du snapshot.',
    otherWallet: 'Utiliser un autre wallet',
    wrongWallet: 'Ce n’est pas le bon wallet. Passez sur un autre compte dans votre wallet pour le vérifier.',
  },

  form: {
    heading: 'Envoyez votre demande',
    amount: 'Montant',
    otherAmount: (was, is) =>
      `Votre demande porte sur ${was}. Votre allocation est maintenant de ${is} : c’est ce que vous signez.`,
    solanaAddress: 'Adresse Solana',
    hint: 'Copiez-la depuis votre wallet Solana : Recevoir, puis Copier.',
    placeholder: 'L’adresse de votre wallet Solana',
    invalid: 'Ce n’est pas le format d’une adresse Solana.',
    noNames: 'Les noms comme toly.sol ne conviennent pas ici.',
    secret:
      'Cela ressemble à une clé privée ou à une phrase de récupération. Ne la saisissez jamais nulle part. Quiconque l’a peut prendre vos fonds.',
    required: 'Veuillez saisir une adresse Solana valide.',
    useWallet: 'Utiliser mon wallet Solana',
    takeFromWallet: (wallet) => `Utiliser ${wallet}`,
    fromWallet: (wallet) => `Reprise de ${wallet}. Comparez-la ci-dessous.`,
    fromLink: 'Reprise d’un lien Solana. Comparez-la ci-dessous.',
    fromExplorer: (site) => `Reprise d’une page de ${site}. Comparez-la ci-dessous.`,
    withoutHidden: 'D’autres caractères ont été retirés. Comparez l’adresse ci-dessous.',
    checking: 'Recherche de cette adresse sur Solana...',
    unused:
      'Cette adresse est vide. Nouveau wallet ? Parfait. Si le vôtre contient des SOL, ce n’est pas votre adresse.',
    noticeHeading: 'Avis important',
    notices: [
      'Vous pouvez corriger l’adresse jusqu’au début du paiement, pas après.',
      'Utilisez votre propre wallet. Des tokens envoyés à une plateforme d’échange peuvent être perdus.',
    ],
    signatureNote: 'Signer est gratuit et ne déplace rien.',
    preview: 'Ce que votre wallet affichera',
    previewNonce: '(le moment où vous signez)',
    lastLook: 'Un dernier regard avant de signer',
    lastLookHelp: 'Comparez chaque groupe avec l’adresse dans votre wallet Solana.',
    programOwned: 'Une adresse inhabituelle',
    confirmProgramOwned: 'C’est mon coffre (par exemple une multisig Squads).',
    notSubmitted: 'Votre demande n’a pas été envoyée',
    nothingSent: (button) => `Rien n’a été envoyé. Appuyez sur « ${button} » pour réessayer.`,
    walletBusy: 'Une demande est encore ouverte dans votre wallet',
    moreOwners: 'Vous avez signé, pas encore les autres propriétaires',
    answeredLate:
      'Votre wallet a répondu trop tard : une signature vaut dix minutes. Signez à nouveau et confirmez sans tarder dans votre wallet.',
    otherSigner: (signer, own) =>
      `Signé par ${signer}, pas par ${own} : un autre compte a signé, ou un autre texte. Signez à nouveau avec ${own}.`,
    unknown: 'On ne sait pas si votre demande est arrivée',
    unknownHelp:
      'Elle est partie et la réponse s’est perdue. Rechargez cette page plus tard : si la demande est arrivée, elle s’affiche. Réessayer ne fait aucun mal, une demande ne compte qu’une fois.',
    noAnswer:
      'Ce site n’a pas répondu. L’adresse saisie est conservée et une demande ne compte qu’une fois : réessayez.',
    submit: 'Signer et envoyer',
    submitting: 'Signature et envoi...',
    openWallet: 'Votre wallet vous demande de signer. Ouvrez-le et comparez l’adresse encore une fois.',
    reachingWallet: 'Contact avec votre wallet par WalletConnect...',
    signed: 'Signée. Votre demande est en cours d’envoi.',
    looking: 'Signée. La réponse du portail s’est perdue. Nous vérifions si votre demande est arrivée.',
    reset: 'Effacer',
  },

  safe: {
    heading: 'Réclamer pour un Safe',
    help: 'Ses propriétaires signent sur cette page l’un après l’autre, chacun avec son wallet. Cela ne déplace aucun fonds et ne coûte pas de gas.',
    address: 'Adresse du Safe',
    addressHint: 'L’adresse qui détenait la monnaie : 0x et 40 caractères.',
    find: 'Chercher ce Safe',
    invalid: 'Ce n’est pas une adresse EVM : il faut 0x et 40 caractères.',
    notFound: (networks) => `Il n’y a pas de Safe à cette adresse sur ${networks}.`,
    notASafe:
      'Cette adresse est un contrat, mais pas un Safe de version 1.3.0 ou plus. Connectez ce wallet lui-même à cette page.',
    unknown: 'Le réseau ne dit pas pour le moment ce qu’est cette adresse. Réessayez dans un instant.',
    otherSafe: 'Un autre Safe',
    threshold: (threshold, owners) =>
      owners === 1
        ? 'Son seul propriétaire doit signer.'
        : `${threshold} de ses ${owners} propriétaires doivent signer.`,
    on: (network) => `Safe sur ${network}`,
    begin: 'Passer aux signatures',
    count: (signed, threshold) => `${signed} sur ${threshold} signatures`,
    until: (utc) => `Toutes doivent être ici avant le ${utc}. Revenez sur cette page d’ici là.`,
    owner: 'Propriétaire',
    signed: 'Signé',
    missing: 'Pas encore',
    you: 'connecté',
    sign: 'Signer en tant que ce propriétaire',
    signing: 'Signature en cours...',
    submit: 'Envoyer la demande',
    handOn: 'Envoyez ce lien au propriétaire suivant',
    handOnHelp:
      'Il contient la demande et les signatures déjà faites. Seul un propriétaire peut en ajouter une, et personne ne peut changer la demande.',
    copyLink: 'Copier le lien',
    link: 'lien',
    connectOwner: 'Connectez le wallet d’un propriétaire pour signer.',
    notAnOwner:
      'Le compte connecté n’est pas propriétaire de ce Safe. Choisissez un propriétaire dans votre wallet.',
    hasSigned: 'Le propriétaire connecté a signé. Au suivant de signer.',
    wrongNetwork: (network) => `Passez votre wallet sur ${network} pour signer.`,
    shown: 'Ce que les propriétaires acceptent',
    shownHelp: 'Votre wallet affiche le hash de ce texte comme message du Safe.',
    otherSigner: 'Cette signature n’est pas celle du propriétaire connecté. Signez à nouveau avec ce compte.',
    dropped:
      'Une signature de ce lien ne correspond pas à cette demande et a été écartée : la liste des détenteurs a peut-être changé.',
    expired: 'Cette demande a été commencée il y a plus de 14 jours',
    expiredHelp: 'Ses signatures ne comptent plus. Recommencez : les propriétaires signent encore une fois.',
    startAnew: 'Recommencer',
    badLink: 'Ce lien est incomplet. Redemandez-le ou recommencez.',
    wallet: 'Cette adresse est un wallet de contrat',
    walletHelp:
      'Ses propriétaires ont jusqu’à 14 jours. Cette page demande chaque fois le même texte : revenez et appuyez à nouveau sur le bouton jusqu’à ce que tous aient signé.',
    waiting: (utc) => `Déjà commencé : le même texte est redemandé, jusqu’au ${utc}.`,
    elsewhere: (network) =>
      `Cette adresse est un wallet de contrat sur ${network}. Passez votre wallet sur ${network} pour signer.`,
  },

  submission: {
    failed: 'L’envoi a échoué',
    alreadyClaimed: 'Vous avez déjà envoyé une demande pour cette adresse',
    noAllocation: 'Aucune allocation trouvée pour cette adresse',
    invalid: 'Données non valides, ou signature impossible à vérifier',
    signatureRejected: 'La demande de signature a été refusée',
    other: 'La demande n’a pas pu être envoyée',
  },

  errors: {
    sol_is_evm_address:
      'C’est une adresse EVM, comme celle que vous avez connectée. Saisissez l’adresse de votre wallet Solana : elle ne commence pas par 0x.',
    invalid_sol_address: 'Ce n’est pas une adresse Solana entière. Copiez-la à nouveau.',
    sol_zero_key: 'Cette adresse Solana est la clé faite de zéros, que personne ne contrôle.',
    sol_known_program:
      'Cette adresse Solana est celle d’un programme, pas d’un wallet. Saisissez l’adresse de votre propre wallet.',
    sol_off_curve_unconfirmed:
      'Aucune clé ne peut signer pour cette adresse Solana : un programme la contrôle, comme pour un coffre multisig. Si vous n’êtes pas sûr de ce que cela veut dire, saisissez l’adresse d’un wallet ordinaire.',
    sol_off_curve:
      'Aucune clé ne peut signer pour cette adresse Solana et aucun compte n’y existe. Saisissez une adresse dont vous détenez la clé.',
    sol_off_curve_unseen:
      'Aucune clé ne peut signer pour cette adresse Solana, et on ne peut pas vérifier pour le moment si un coffre y existe. Rien n’a été envoyé. Réessayez dans un instant, ou saisissez l’adresse d’un wallet ordinaire.',
    sol_is_token_mint:
      'Cette adresse Solana est le token lui-même (mint), pas un wallet. Saisissez l’adresse de votre propre wallet.',
    sol_is_token_account:
      'Cette adresse Solana est un compte de token, pas un wallet. Saisissez l’adresse du wallet auquel il appartient.',
    sol_is_program:
      'Cette adresse Solana est un programme exécutable, pas un wallet. Saisissez l’adresse de votre propre wallet.',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'La signature ne correspond pas à cette adresse et à ces données. Signez la demande à nouveau.'
        : `La signature ne correspond pas à cette adresse, à ces données et à l’adresse de ce portail. Rien n’a été envoyé. Si une autre page que ${publicUrl} vous a fait signer, ne lui faites pas confiance. Ouvrez ${publicUrl} et signez à nouveau.`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Vous avez signé un message que ce portail n’accepte plus. Rien n’a été envoyé. Rechargez la page et signez à nouveau.'
        : `Vous avez signé un message qui ne nomme pas sa page ; ce portail ne l’accepte pas. Rien n’a été envoyé. Ouvrez ${publicUrl} et signez à nouveau.`,
    list_replaced: ({ was, is }) =>
      was === is
        ? 'La liste des détenteurs a été remplacée depuis que vous avez ouvert cette page. Rien n’a été envoyé. Signez à nouveau.'
        : `Votre allocation est passée de ${was} à ${is}. Rien n’a été envoyé. Vérifiez-la et signez à nouveau.`,
    high_s_signature: 'La signature n’a pas la forme canonique (s haut). Signez la demande à nouveau.',
    stale_nonce:
      'La demande signée est trop ancienne ou vient du futur. Vérifiez l’horloge de votre appareil et signez à nouveau.',
    unsupported_chain:
      'Votre wallet est sur un réseau que ce portail n’accepte pas. Changez de réseau et signez à nouveau.',
    contract_wallet: ({ chainName }) =>
      `Les wallets de contrat ne peuvent pas être vérifiés sur ${chainName} : ce portail n’a pas de nœud de ce réseau à interroger. Contactez l’équipe du portail.`,
    no_contract_on_chain: ({ chainName }) =>
      `Il n’y a pas de wallet de contrat à cette adresse sur ${chainName}. Passez sur le réseau où il existe, ou déployez-le là, et signez à nouveau.`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `Cette adresse est un wallet de contrat sur ${otherChainName}, pas sur ${chainName}. Passez sur ${otherChainName} et signez à nouveau.`,
    contract_checked_elsewhere: ({ chainName, otherChainName }) =>
      `Ce wallet ne peut pas être vérifié sur ${chainName} : ce portail ne peut l’interroger que sur ${otherChainName}. Passez sur ${otherChainName} et signez à nouveau.`,
    evm_rpc_unreachable: ({ chainName }) =>
      `Ce wallet ne peut pas être vérifié pour le moment : le nœud de ${chainName} ne répond pas. Rien n’a été envoyé. Réessayez dans un instant.`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `Ce wallet ne peut pas être vérifié pour le moment : le nœud que ce portail interroge pour ${chainName} est celui d’un autre réseau. Rien n’a été envoyé. Prévenez l’équipe du portail et réessayez plus tard.`,
    too_busy:
      'Trop de personnes utilisent ce portail en ce moment. Rien n’a été envoyé. Réessayez dans quelques secondes.',
    wallet_checks_busy:
      'Trop de wallets de ce type sont en cours de vérification. Rien n’a été envoyé. Réessayez dans une minute.',
    claim_under_way:
      'Cette demande ne peut plus être modifiée : un paiement l’a prise en charge. Rien n’a été modifié.',
    nonce_not_newer:
      'Cette demande a été signée avant celle qui a été envoyée, ou c’est la même. Rien n’a été modifié. Signez à nouveau.',
    key_required:
      'Cette demande a été signée avec la clé de son adresse, et seule cette clé peut la modifier. Rien n’a été modifié. Signez avec le wallet qui l’a envoyée.',
    no_claim: 'Aucune demande n’a été envoyée pour cette adresse.',
    no_allocation: 'Aucune allocation n’a été trouvée pour cette adresse.',
    amount_exceeds_u64:
      'Cette allocation dépasse ce qu’un compte de jetons peut contenir sur Solana. Rien n’a été envoyé. Prévenez l’équipe du portail.',
    holder_list_changed:
      'La liste des détenteurs a été modifiée en dehors de ce portail et n’est pas valable. Rien n’a été envoyé. L’équipe du portail doit la charger à nouveau.',
    claims_not_open: 'Les demandes ne sont pas encore ouvertes.',
    wallet_denied:
      'Ce wallet ne peut pas être utilisé ici. Si vous pensez que c’est une erreur, demandez au projet.',
    destination_denied:
      'Cette adresse Solana ne peut pas être utilisée ici. Rien n’a été envoyé. Saisissez-en une autre.',
    claims_paused:
      'Les demandes sont suspendues. Rien n’a été envoyé. Votre allocation ne change pas : réessayez plus tard.',
    claims_closed: 'Les demandes sont closes.',
    already_claimed: 'Une demande a déjà été envoyée pour cette adresse.',
    already_paid: 'Cette adresse a déjà été payée.',
    too_many_requests: 'Trop de requêtes. Attendez un instant et réessayez.',
    request_too_slow:
      'La requête a pris trop de temps et a été interrompue. Rien n’a été modifié. Envoyez-la à nouveau.',
    store_unavailable:
      'Le portail n’accède pas à ses données pour le moment. Réessayez dans un instant : ce qui était enregistré le reste.',
    not_ready: 'Le portail démarre ou s’arrête. Réessayez dans un instant.',
    internal:
      'Un problème est survenu de notre côté. Réessayez ; s’il persiste, contactez l’équipe du portail.',
  },

  claim: {
    submitted: 'Demande envoyée',
    addressChanged: 'Adresse changée',
    headings: {
      queued: 'Votre demande est en attente de paiement',
      sending: 'Vos tokens sont en cours d’envoi',
      attention: 'Votre paiement demande une vérification',
      sent: 'Vos tokens ont été envoyés',
      rejected: 'Votre demande a été refusée',
    },
    badges: {
      queued: 'En attente de paiement',
      sending: 'Envoi en cours',
      attention: 'À vérifier',
      sent: 'Envoyé',
      rejected: 'Refusée',
    },
    journey: 'Où en est votre demande',
    steps: {
      claimed: 'Demande faite',
      inRun: 'En attente du paiement',
      onChain: 'Envoyé sur Solana',
      final: 'Reçu',
      rejected: 'Demande refusée',
    },
    attention: {
      too_small:
        'Le montant est inférieur à la plus petite unité du token : rien ne peut être payé pour lui.',
      recipient:
        'Votre adresse Solana ne peut pas recevoir ces tokens : son compte de token leur est fermé ou est gelé.',
      on_hold:
        'Il n’est pas encore certain que vos tokens soient arrivés. Rien d’autre n’est envoyé avant que ce soit clair, pour que personne ne soit payé deux fois.',
      failed: 'Le paiement n’a pas abouti. Le projet doit l’examiner avant un nouvel essai.',
    },
    expectedBy: (utc) => `Le paiement est attendu d’ici le ${utc}.`,
    following: 'Vous pouvez fermer cette page. Connectez le même wallet pour voir où elle en est.',
    followingFailed: 'Ce site n’a pas répondu à l’instant. Il est interrogé à nouveau.',
    arrived: 'La transaction est définitive : les tokens sont dans votre wallet Solana.',
    id: 'Numéro de référence',
    idName: 'numéro de référence',
    toAddress: 'À votre adresse Solana',
    transaction: 'Transaction Solana',
    transactionName: 'transaction',
    why: 'Pourquoi',
    viewTransaction: 'Voir la transaction',
    askWhy: ['Si vous pensez que c’est une erreur, posez la question sur ', '.'],
    claimedFor: 'Destination',
    changeAddress: 'Changer l’adresse Solana',
    presentAddress: (address) => `Pour l’instant vers ${address}.`,
    claimAgain: 'Réclamer à nouveau',
    noChange: {
      taken: 'Un paiement a pris cette demande en charge : son adresse Solana ne peut pas être changée.',
      notOpen: 'Les demandes ne sont pas ouvertes en ce moment : l’adresse Solana ne peut pas être changée.',
    },
    noClaimAgain: {
      taken:
        'Un paiement a encore cette demande sur sa liste. Vous pourrez réclamer à nouveau quand il sera terminé.',
      notOpen: 'Les demandes ne sont pas ouvertes en ce moment : vous ne pouvez pas réclamer à nouveau.',
    },
    soon: 'Vos tokens seront bientôt envoyés.',
    underWay: 'Une transaction transporte vos tokens en ce moment.',
    updates: ['Les nouvelles paraissent sur ', '.'],
    channel: 'le canal de messages',
    unnamedChannel: 'le canal de messages du projet',
    receiptAndProof: 'Reçu et preuve',
    another: 'Pour un autre wallet',
    noSol:
      'Ce wallet n’a pas encore de SOL. Vos tokens arriveront quand même ; les déplacer demande un peu de SOL.',
    receipt: 'Votre reçu',
    receiptHelp:
      'Le message que vous avez signé, votre signature et le numéro de référence. Gardez-le pour prouver votre demande.',
    saveReceipt: 'Enregistrer le reçu',
    copyReceipt: 'Copier le reçu',
    receiptName: 'reçu',
    proof: 'Preuve de votre montant',
    proofHelp: 'Pour les experts : vérifiez que la liste publiée contient votre montant.',
    saveProof: 'Enregistrer la preuve',
    savingProof: 'Récupération…',
    saveCheckingPage: 'Enregistrer la page de contrôle',
    proofFailed: 'La preuve n’a pas pu être récupérée. Veuillez réessayer.',
  },

  notFound: {
    heading: 'Page introuvable',
    help: 'Il n’y a rien à cette adresse. Vérifiez qu’elle ne contient pas de faute de frappe, ou allez à la page des demandes.',
    link: 'Aller à la page des demandes',
  },

  test: {
    title: 'Migration d’EVM vers Solana',
    heading: 'Choix du réseau',
    help: 'Cette page vérifie que les scripts et les styles arrivent dans votre navigateur.',
    button: 'Bouton de test',
    toast: 'Essai',
    toastHelp: 'La page fonctionne dans ce navigateur.',
  },
}
