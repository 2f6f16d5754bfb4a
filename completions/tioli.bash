# Completion of tioli for bash.

_tioli()
{
    local current=$2 previous=$3
    local command=${COMP_WORDS[1]}
    local table='--edition --free-hand --starts --first --cast --piles-down
        --deck'
    local thought='--effort --think --bot-clock --bot-memory --bot-stderr
        --bot-uncaged'
    local words=''

    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words='play serve score sim arena bot replay verify deck bench help
            --help --version --lang'
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    case $previous in
    --listen)
        words='all 127.0.0.1 ::1'
        ;;
    --metrics)
        words='local public off'
        ;;
    --lang)
        words='en de it es nl'
        ;;
    --players)
        words='2 3 4 5'
        ;;
    --people)
        words='0 1 2 3 4 5'
        ;;
    --starts)
        words='1 2 3 4 5 6 7 8 9'
        ;;
    --edition)
        words='gamewright schmidt'
        ;;
    --first)
        words='random 1 2 3 4 5'
        ;;
    --cast)
        words='carry aim off'
        ;;
    --bots | --level)
        words='random easy normal hard expert'
        ;;
    --bot)
        [[ $command == serve ]] && return
        words='random easy normal hard expert'
        ;;
    --deck)
        mapfile -t COMPREPLY < <(compgen -W standard -- "$current"
            compgen -f -- "$current")
        return
        ;;
    --save | --plot | --port-file | --db | --cert | --key | --config)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --records | --files)
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    --games | --seed | --threads | --until | --time | --names | --sprt | \
        --join | --name | --code | \
        --effort | --think | --bot-clock | --bot-memory | --commit | --bytes | \
        --port | --public-url | --origin | --max-tables | --max-connections | --max-per-address | \
        --keep-games | --keep-records | --disk-reserve)
        return
        ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    case $command in
    play)
        words="--players --people --bots $thought --no-hints --names $table
            --seed --save
            --resume --plain --no-animation --join --name --code --watch --help"
        ;;
    serve)
        words='--listen --port --port-file --db --public-url --cert --key
            --files --origin --trust-proxy --bot --bot-uncaged --threads
            --max-tables --max-connections --max-per-address --keep-games
            --keep-records --disk-reserve --metrics --config --quiet --no-qr
            --help'
        ;;
    score)
        words='--help'
        ;;
    sim)
        words="--players --games --seed --bots $thought $table --records
            --force --threads --json --help"
        ;;
    arena)
        words="--players --games --seed --bots --sprt $thought $table
            --records --force --threads --json --plot --help"
        ;;
    bot)
        words='--level --effort --think --seed --threads --help'
        ;;
    replay)
        words='--until --json --help'
        ;;
    verify)
        words='--commit --bytes --json --help'
        ;;
    deck)
        if ((COMP_CWORD == 2)); then
            words='list check stats --help'
        elif [[ ${COMP_WORDS[2]} == stats ]]; then
            words="--players --games --seed --bot $table --threads --json
                --help"
        elif [[ ${COMP_WORDS[2]} == list ]]; then
            words='--json --help standard'
        else
            words='--help'
        fi
        ;;
    bench)
        words='--time --json --help'
        ;;
    help)
        words='play serve score sim arena bot replay verify deck bench'
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [[ $command == replay || $command == verify ||
        ($command == deck && $COMP_CWORD -gt 2 &&
        ${COMP_WORDS[2]} != stats) ]]; then
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
            compgen -f -- "$current")
    fi
}

complete -o filenames -F _tioli tioli
