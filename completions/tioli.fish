# Completion of tioli for fish.

set -l commands play serve score sim arena bot replay verify deck bench help
set -l command


complete -c tioli -f
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -l version -d 'show the version'
complete -c tioli -s h -l help -d 'show a short help'
complete -c tioli -l lang -x -a 'en de it es nl' -d 'the language'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a play -d 'play against bots, or at one keyboard'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a serve -d 'serve games to friends'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a score -d 'find the best lay-out of dice on combos'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a sim -d 'play many games between bots'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a arena -d 'find out which bot is the stronger'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a bot -d 'play as a program that a table starts'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a replay -d 'check a record against the rules and show it'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a verify -d 'check that dice and cards of a record were fair'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a deck -d 'list, check and measure decks of cards'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a bench -d 'measure the speed of this machine'
complete -c tioli -n "not __fish_seen_subcommand_from $commands" -a help -d 'show the help of a command'
complete -c tioli -n '__fish_seen_subcommand_from help' -a 'play serve score sim arena bot replay verify deck bench'

# What play, sim, arena and deck stats have in common.
for command in play sim arena stats
    set -l when "__fish_seen_subcommand_from $command"
    complete -c tioli -n $when -l players -x -a '2 3 4 5' -d 'how many play'
    complete -c tioli -n $when -l edition -x -a 'gamewright schmidt' -d 'rules and colours'
    complete -c tioli -n $when -l free-hand -d 'five cards in any split'
    complete -c tioli -n $when -l starts -x -a '1 2 3 4 5 6 7 8 9' -d 'rounds that each player starts'
    complete -c tioli -n $when -l first -x -a 'random 1 2 3 4 5' -d 'who starts'
    complete -c tioli -n $when -l cast -x -a 'carry aim off' -d 'what a die cast back does'
    complete -c tioli -n $when -l piles-down -d 'score piles stay face down'
    complete -c tioli -n $when -l deck -r -F -a standard -d 'built-in deck or file'
    complete -c tioli -n $when -l seed -x -d 'fixes all chance'
end
for command in sim arena stats
    set -l when "__fish_seen_subcommand_from $command"
    complete -c tioli -n $when -l games -x -d 'how many games'
    complete -c tioli -n $when -l threads -x -d 'how many threads play'
    complete -c tioli -n $when -l json -d 'print one JSON object'
end
for command in play sim arena
    set -l when "__fish_seen_subcommand_from $command"
    complete -c tioli -n $when -l effort -x -d 'playouts for each move of a bot'
    complete -c tioli -n $when -l think -x -d 'time for each move of a bot'
    complete -c tioli -n $when -l bot-clock -x -d 'time that a program may take'
    complete -c tioli -n $when -l bot-memory -x -d 'memory that a program may use'
    complete -c tioli -n $when -l bot-stderr -d 'show what programs complain about'
    complete -c tioli -n $when -l bot-uncaged -d 'let programs use network and files'
end
for command in sim arena
    set -l when "__fish_seen_subcommand_from $command"
    complete -c tioli -n $when -l records -x -a '(__fish_complete_directories)' -d 'write each game to a folder'
    complete -c tioli -n $when -l force -d 'write over records'
end

complete -c tioli -n '__fish_seen_subcommand_from play' -l people -x -a '0 1 2 3 4 5' -d 'how many are people'
complete -c tioli -n '__fish_seen_subcommand_from play' -l bots -x -a 'random easy normal hard expert' -d 'bots for the other seats'
complete -c tioli -n '__fish_seen_subcommand_from play' -l no-hints -d 'hint gives none'
complete -c tioli -n '__fish_seen_subcommand_from play' -l names -x -d 'names of the players'
complete -c tioli -n '__fish_seen_subcommand_from play' -l save -r -F -d 'keep the game in a file'
complete -c tioli -n '__fish_seen_subcommand_from play' -l resume -d 'go on with the saved game'
complete -c tioli -n '__fish_seen_subcommand_from play' -l plain -d 'line by line, no full screen'
complete -c tioli -n '__fish_seen_subcommand_from play' -l no-animation -d 'nothing moves by itself'
complete -c tioli -n '__fish_seen_subcommand_from play' -l join -x -d 'sit down at a table on a server, or make one'
complete -c tioli -n '__fish_seen_subcommand_from play' -l name -x -d 'what to be called there'
complete -c tioli -n '__fish_seen_subcommand_from play' -l code -x -d 'invitation code'
complete -c tioli -n '__fish_seen_subcommand_from play' -l watch -d 'only look on'

complete -c tioli -n '__fish_seen_subcommand_from serve' -l listen -x -a 'all 127.0.0.1 ::1' -d 'address to listen on'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l port -x -d 'port to listen on'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l port-file -r -F -d 'write the port there'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l db -r -F -d 'keep the games there'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l public-url -x -d 'what others open'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l cert -r -F -d 'certificate for TLS'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l key -r -F -d 'its private key'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l files -x -a '(__fish_complete_directories)' -d 'folder of the page'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l origin -x -d 'accept players from that page too'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l trust-proxy -d 'believe a proxy of ours'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l bot -x -d 'offer a program as a bot'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l bot-uncaged -d 'let programs use network and files'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l threads -x -d 'threads for bots to think on'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l max-tables -x -d 'tables at once'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l max-connections -x -d 'connections at once'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l max-per-address -x -d 'connections from one address'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l keep-games -x -d 'days that games stay in lists'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l keep-records -x -d 'days that records stay'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l disk-reserve -x -d 'MiB that stay free'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l metrics -x -a 'local public off' -d 'who may read the figures'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l config -r -F -d 'settings in a file'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l quiet -d 'say nothing but warnings'
complete -c tioli -n '__fish_seen_subcommand_from serve' -l no-qr -d 'no QR code'

complete -c tioli -n '__fish_seen_subcommand_from sim' -l bots -x -a 'random easy normal hard expert' -d 'a bot for each seat'
complete -c tioli -n '__fish_seen_subcommand_from arena' -l bots -x -a 'random easy normal hard expert' -d 'who plays'
complete -c tioli -n '__fish_seen_subcommand_from arena' -l sprt -x -d 'stop once it is decided'
complete -c tioli -n '__fish_seen_subcommand_from arena' -l plot -r -F -d 'draw the result'

complete -c tioli -n '__fish_seen_subcommand_from bot' -l level -x -a 'random easy normal hard expert' -d 'how strong'
complete -c tioli -n '__fish_seen_subcommand_from bot' -l effort -x -d 'playouts for each move'
complete -c tioli -n '__fish_seen_subcommand_from bot' -l think -x -d 'time for each move'
complete -c tioli -n '__fish_seen_subcommand_from bot' -l seed -x -d 'fixes all chance'
complete -c tioli -n '__fish_seen_subcommand_from bot' -l threads -x -d 'threads for one search'

complete -c tioli -n '__fish_seen_subcommand_from replay' -l until -x -d 'stop after a move'
complete -c tioli -n '__fish_seen_subcommand_from replay' -l json -d 'print one JSON object'
complete -c tioli -n '__fish_seen_subcommand_from replay' -F

complete -c tioli -n '__fish_seen_subcommand_from verify' -l commit -x -d 'the commitment that was seen'
complete -c tioli -n '__fish_seen_subcommand_from verify' -l bytes -x -d 'bytes that were given'
complete -c tioli -n '__fish_seen_subcommand_from verify' -l json -d 'print one JSON object'
complete -c tioli -n '__fish_seen_subcommand_from verify' -F

complete -c tioli -n '__fish_seen_subcommand_from deck; and not __fish_seen_subcommand_from list check stats' -a list -d 'show the cards of a deck'
complete -c tioli -n '__fish_seen_subcommand_from deck; and not __fish_seen_subcommand_from list check stats' -a check -d 'find mistakes in deck files'
complete -c tioli -n '__fish_seen_subcommand_from deck; and not __fish_seen_subcommand_from list check stats' -a stats -d 'measure how hard the cards are'
complete -c tioli -n '__fish_seen_subcommand_from list' -l json -d 'print one JSON object'
complete -c tioli -n '__fish_seen_subcommand_from list' -F -a standard
complete -c tioli -n '__fish_seen_subcommand_from check' -F
complete -c tioli -n '__fish_seen_subcommand_from stats' -l bot -x -a 'random easy normal hard expert' -d 'who plays'

complete -c tioli -n '__fish_seen_subcommand_from bench' -l time -x -d 'for each figure'
complete -c tioli -n '__fish_seen_subcommand_from bench' -l json -d 'print one JSON object'
